package bot

import (
	"maps"
	"slices"
)

// Verbs are those of the router, for tests from outside.
var Verbs = slices.Sorted(maps.Keys(verbs))
