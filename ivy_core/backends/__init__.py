"""One package a framework; each takes and gives native arrays, and knows only its framework."""
