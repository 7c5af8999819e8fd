package sandbox_test

import (
	"net/http"
	"testing"
)

func TestImage_FromTheContainerToTheLedger(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, a := range []struct{ name string }{{"primary"}, {"partner"}} {
		account := primary()
		if a.name == "partner" {
			account = partner()
		}
		id := w.createImage(account, "Fresh bread "+a.name)
		if got := w.status(account, id); got != "FINISHED" {
			t.Fatalf("%s: the first poll says %q", a.name, got)
		}
		media := w.publish(account, id)
		if got := w.status(account, id); got != "PUBLISHED" {
			t.Errorf("%s: after the publish the status is %q", a.name, got)
		}
		got := w.read(account, media+"?fields=permalink,caption,media_type,media_product_type,timestamp,username,shortcode")
		if got.status != http.StatusOK || got.text("caption") != "Fresh bread "+a.name || got.text("media_type") != "IMAGE" ||
			got.text("media_product_type") != "FEED" || got.text("timestamp") != "2026-11-21T12:00:00+0000" ||
			got.text("username") != account.Username || got.text("permalink") != w.server.URL+"/www-ig/p/"+got.text("shortcode")+"/" {
			t.Errorf("%s: %s", a.name, got.raw)
		}
	}
	l := w.ledger()
	if len(l.Publications) != 2 || len(l.PublishCalls) != 2 || len(l.UnexpectedCalls) != 0 {
		t.Fatalf("%+v", l)
	}
	p := l.Publications[0]
	if p.AccountID != primary().SNUserID || p.MediaType != "IMAGE" || p.PublishedAt != "2026-11-21T12:00:00.000Z" ||
		p.DeletedAt != nil || p.Permalink == nil || p.Children == nil || p.ContainerID != l.PublishCalls[0].ContainerID {
		t.Errorf("%+v", p)
	}
}
