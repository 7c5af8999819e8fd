package autostart

import "testing"

// TestManager_Folder reads from each description the folder that was written into it.
func TestManager_Folder(t *testing.T) {
	t.Parallel()
	for system, folders := range map[string][]string{
		"linux":   {"/home/anna/.local/share/crier", `/tmp/50% of "it" $HOME\n x`, "/a\nb", "/ü ber"},
		"darwin":  {"/Users/anna/Library/Application Support/crier", "/a & <b>"},
		"windows": {`C:\Users\Anna\crier`, `C:\Users\Anna Müller\crier`, `C:\ends with\`, `D:\`, `\\server\a & b\c`},
	} {
		m := &Manager{system: system}
		for _, folder := range folders {
			s := Service{Program: "/opt/my crier/crier", Args: []string{"serve", "--data-dir", folder, "--port", "7272"}, Path: "/bin", User: "anna"}
			if got := m.Folder(m.Describe(s)); got != folder {
				t.Errorf("%s: got %q, not %q", system, got, folder)
			}
		}
		if got := m.Folder(m.Describe(Service{Program: "/crier", Args: []string{"serve"}})); got != "" {
			t.Errorf("%s: without a folder it is %q", system, got)
		}
	}
}
