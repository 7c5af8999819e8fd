package graph_test

import "crier/platform/intent"

// permit returns the permission to make one visible call.
func permit() intent.Intent { return intent.NewIssuer().Issue() }
