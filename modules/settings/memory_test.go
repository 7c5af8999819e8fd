package settings_test

import (
	"testing"
	"time"

	"crier/modules/settings"
	"crier/platform/clock"
	"crier/platform/native"
	"crier/platform/wireid"
)

func TestChallenges_AreBounded(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(start)
	c := settings.NewChallenges(clk)
	var ids []wireid.ID
	for range settings.MaxChallenges + 2 {
		ids = append(ids, wireid.New())
		c.Put(ids[len(ids)-1])
		clk.Advance(time.Second)
	}
	for i, id := range ids {
		if c.Has(id) != (i >= 2) {
			t.Errorf("challenge %d of %d waits: %t", i, len(ids), c.Has(id))
		}
	}
	clk.Advance(10*time.Minute - 3*time.Second)
	if c.Has(ids[len(ids)-3]) || !c.Has(ids[len(ids)-2]) {
		t.Error("a challenge does not end ten minutes after its beginning")
	}
	clk.Advance(time.Hour)
	if c.Len() == 0 {
		t.Error("they go by themselves: the purge is not tested")
	}
	if c.Purge(); c.Len() != 0 {
		t.Errorf("%d challenges stay in memory", c.Len())
	}
}

func TestDevices_AreBoundedAndTheUsers(t *testing.T) {
	t.Parallel()
	clk := clock.NewFake(start)
	d := settings.NewDevices(clk)
	first, session := wireid.New(), native.NewSession()
	d.Used(first, "ann", session)
	if got, ok := d.Device(first, "ann"); !ok || got.Device() != session.Device() {
		t.Error("the device is forgotten")
	}
	if _, ok := d.Device(first, "bob"); ok {
		t.Error("another user gets the device")
	}
	for range settings.MaxDevices {
		clk.Advance(time.Second)
		d.Used(wireid.New(), "ann", session)
	}
	if _, ok := d.Device(first, "ann"); ok || d.Len() != settings.MaxDevices {
		t.Errorf("%d devices are kept, the oldest among them: %t", d.Len(), ok)
	}
	clk.Advance(24 * time.Hour)
	d.Used(first, "ann", session)
	if d.Len() != 1 {
		t.Errorf("%d devices are kept after a day", d.Len())
	}
}
