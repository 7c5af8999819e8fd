package face_test

import (
	"testing"

	"crier/platform/needtest"
)

// TestFace_ByKeys walks the flows of accounts, settings, held posts, reposts and sessions once more
// without a mouse. Whatever they press is reached with Tab.
func TestFace_ByKeys(t *testing.T) {
	needtest.Night(t)
	t.Parallel()
	for name, flow := range map[string]func(*testing.T){
		"accounts": TestFace_Accounts, "login": TestFace_AccountByLogin, "backups": TestFace_SettingsBackups, "held": TestFace_Held, "keys": TestFace_SettingsKeys,
		"native": TestFace_SettingsNative, "reposts": TestFace_Reposts, "session": TestFace_SessionEnds, "worker": TestFace_Worker, "refused": TestFace_GoLiveRefused,
		"health": TestFace_Health, "notifications": TestFace_SettingsNotifications, "watch": TestFace_SettingsWatch,
	} {
		t.Run(name, flow)
	}
}
