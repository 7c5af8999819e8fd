//go:build !windows

package backup

// syncsFolders says that a folder's names have to be synced, and can be.
const syncsFolders = true
