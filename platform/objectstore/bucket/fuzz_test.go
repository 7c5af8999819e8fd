package bucket_test

import (
	"net/url"
	"strings"
	"testing"

	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"
)

// FuzzConfig: an accepted configuration gives addresses that the network accepts, and normalising
// it a second time changes nothing.
func FuzzConfig(f *testing.F) {
	f.Add("acc.r2.cloudflarestorage.com", "auto", "media", "id", "https://bücher.example/ü")
	f.Add("http://[::1]:9000", "", "a.b-c", "AK", "http://localhost./x//")
	f.Add("https://s3.example.com:443", "eu", "media", "id", "https://a%20b.example/%2f..")
	f.Fuzz(func(t *testing.T, endpoint, region, name, id, public string) {
		config := bucket.Config{Endpoint: endpoint, Region: region, Name: name, AccessKeyID: id, SecretAccessKey: secrets.NewText("secret"), PublicURL: public}
		once, err := config.Normalise()
		if err != nil {
			return
		}
		if twice, err := once.Normalise(); err != nil || twice != once {
			t.Fatalf("%+v becomes %+v, %v", once, twice, err)
		}
		store, err := bucket.New(config, bucket.Options{})
		if err != nil {
			t.Fatal(err)
		}
		address := store.URL(objectstore.NewKey("jpg"))
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			t.Fatalf("%q: %v", address, err)
		}
		if i := strings.IndexFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }); i >= 0 {
			t.Fatalf("%q is not plain ASCII", address)
		}
	})
}
