package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"crier/e2e"
	"crier/modules/posts/book"
)

// TestBook learns from what is scheduled, and keeps texts and names of places.
func TestBook(t *testing.T) {
	t.Parallel()
	j := begin(t)
	browser := j.Browser(t)
	j.schedule(j.imagePost("By @mara.voss #Brot").with("locationId", "213385402").with("locationName", "Lisbon"), e2e.Start.Add(time.Hour))
	var text book.KeptText
	browser.InternalDo(http.MethodPost, "/api/book/texts", body{"name": " Bread ", "text": "#brot #rye"}).Want(http.StatusOK).JSON(&text)
	browser.InternalDo(http.MethodPost, "/api/book/texts", body{"name": "bread", "text": "#x"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	browser.InternalDo(http.MethodPost, "/api/book/texts", body{"id": text.ID, "name": "Loaves", "text": "#brot"}).Want(http.StatusOK)
	browser.InternalDo(http.MethodPut, "/api/book/places/213385402", body{"name": "The shop"}).Want(http.StatusNoContent)
	browser.InternalDo(http.MethodPut, "/api/book/places/the-shop", body{"name": "The shop"}).WantError(http.StatusBadRequest, "VALIDATION_ERROR")
	var told book.Book
	browser.Internal("/api/book").Want(http.StatusOK).JSON(&told)
	if len(told.People) != 1 || told.People[0].Name != "mara.voss" || len(told.Hashtags) != 1 || told.Hashtags[0].Name != "Brot" {
		t.Errorf("people %+v, hashtags %+v", told.People, told.Hashtags)
	}
	if len(told.Places) != 1 || told.Places[0].Name != "The shop" || told.Places[0].Posts != 1 || len(told.Texts) != 1 || told.Texts[0].Name != "Loaves" {
		t.Errorf("places %+v, texts %+v", told.Places, told.Texts)
	}
	browser.InternalDo(http.MethodDelete, "/api/book/texts/"+text.ID.String(), nil).Want(http.StatusNoContent)
	browser.InternalDo(http.MethodDelete, "/api/book/texts/"+text.ID.String(), nil).WantError(http.StatusNotFound, "NOT_FOUND")
	browser.InternalDo(http.MethodPost, "/api/book/texts", body{"id": text.ID, "name": "Loaves", "text": "#brot"}).WantError(http.StatusNotFound, "NOT_FOUND")
}
