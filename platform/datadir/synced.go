package datadir

import (
	"os"
	"path/filepath"
	"strings"
)

// SyncedBy names the program that seems to copy the folder to other machines, and is empty when
// none does, as far as its path and the marks of such programs in the folders above say.
func SyncedBy(path string) string {
	for {
		folder, name := filepath.Dir(path), strings.ToLower(filepath.Base(path))
		for _, s := range syncers {
			for _, begins := range s.names {
				// Such as OneDrive - Company, Dropbox (Personal), OneDrive-Personal.
				if rest, isIts := strings.CutPrefix(name, begins); isIts && (rest == "" || strings.ContainsAny(rest[:1], " -~(")) {
					return s.name
				}
			}
			for _, mark := range s.marks {
				if _, err := os.Lstat(filepath.Join(path, mark)); err == nil {
					return s.name
				}
			}
		}
		if folder == path {
			return ""
		}
		path = folder
	}
}

var syncers = []struct {
	name string
	// names begin the names of its folders, in small letters; marks are what it puts into them.
	names, marks []string
}{
	{"Dropbox", []string{"dropbox"}, []string{".dropbox", ".dropbox.cache"}},
	{"OneDrive", []string{"onedrive"}, nil},
	{"iCloud Drive", []string{"com~apple", "icloud drive", "iclouddrive", "mobile documents"}, nil},
	{"Syncthing", nil, []string{".stfolder"}},
	{"Google Drive", []string{"google drive", "googledrive"}, nil},
	{"Nextcloud", []string{"nextcloud"}, []string{".nextcloudsync.log"}},
}

// SyncRisk is what to know about a data folder that the program copies.
func SyncRisk(program string) string {
	return program + " seems to copy the data folder to other machines. It may put an older database back while Crier runs, after which Crier may publish a post twice: " +
		"keep the data folder outside of what it copies (CRIER_DATA_DIR), and have the backups there (CRIER_BACKUP_DIR)"
}
