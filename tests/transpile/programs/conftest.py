"""Programs that other tests copy and run: nothing here is a test of this project's."""

collect_ignore_glob = ["*"]
