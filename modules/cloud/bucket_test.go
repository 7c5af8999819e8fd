package cloud

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"crier/platform/apperror"
	"crier/platform/clock"
	"crier/platform/database"
	"crier/platform/database/databasetest"
	"crier/platform/objectstore"
	"crier/platform/objectstore/bucket"
	"crier/platform/secrets"
)

// secret belongs to a bucket to which no request is sent.
const secret = "a-secret-that-nobody-sees"

type bundle struct {
	*Buckets
	log *bytes.Buffer
}

// newBundle returns Buckets on a database that seal with the key. They are not started yet.
func newBundle(t *testing.T, db *database.DB, key secrets.Key) bundle {
	t.Helper()
	box, err := secrets.NewBox(key)
	if err != nil {
		t.Fatal(err)
	}
	log := &bytes.Buffer{}
	parts := BucketDeps{
		DB: db, Clock: clock.NewFake(time.Date(2026, 11, 24, 9, 30, 0, 0, time.UTC)), Log: slog.New(slog.NewTextHandler(log, nil)), Box: box,
		Objects: objectstore.NewSwitch(objectstore.Unconfigured{}, objectstore.Unconfigured{}), IsLocal: true,
	}
	return bundle{NewBuckets(parts), log}
}

// store stores a bucket as a check that passed would.
func (b bundle) store(t *testing.T) {
	t.Helper()
	config, err := bucket.Config{
		Endpoint: "127.0.0.1:1", Name: "media", AccessKeyID: "id", SecretAccessKey: secrets.NewText(secret), PublicURL: "http://127.0.0.1:1",
	}.Normalise()
	if err != nil {
		t.Fatal(err)
	}
	if err := upsertBucket(t.Context(), b.DB, b.seal(config)); err != nil {
		t.Fatal(err)
	}
}

func TestModels_FitTheSchema(t *testing.T) {
	t.Parallel()
	if err := databasetest.New(t).CheckModels(t.Context(), []database.Model{(*storedBucket)(nil), (*storedWorker)(nil), (*storedStep)(nil)}); err != nil {
		t.Error(err)
	}
}

func TestStart_UsesTheStoredBucket(t *testing.T) {
	t.Parallel()
	b := newBundle(t, databasetest.New(t), secrets.NewKey())
	b.store(t)
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer b.Stop()
	if s := b.Status(); !s.Configured || *s.Endpoint != "https://127.0.0.1:1" || *s.Region != "auto" || s.CheckedAt == nil || s.FromEnvironment {
		t.Errorf("got %+v", s)
	}
	if b.Objects.Ready() != nil || b.Objects.URL("x") != "http://127.0.0.1:1/x" {
		t.Error("objects are put elsewhere")
	}
	var stored []byte
	if err := b.DB.NewSelect().Table("cloud_bucket").Column("sealed_secret").Scan(t.Context(), &stored); err != nil || bytes.Contains(stored, []byte(secret)) {
		t.Errorf("stored in clear, %v", err)
	}
	if strings.Contains(b.log.String(), secret) {
		t.Error("the log has the secret")
	}
}

// TestStart_SecretThatCannotBeRead: the service starts all the same, and says what is to be done.
func TestStart_SecretThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]string{
		"another key":        "",
		"another endpoint":   "UPDATE cloud_bucket SET endpoint = 'https://evil.example'",
		"another access key": "UPDATE cloud_bucket SET access_key_id = 'other'",
		"another bucket":     "UPDATE cloud_bucket SET name = 'other'",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, key := databasetest.New(t), secrets.NewKey()
			newBundle(t, db, key).store(t)
			if spoil == "" {
				key = secrets.NewKey()
			} else if _, err := db.NewRaw(spoil).Exec(t.Context()); err != nil {
				t.Fatal(err)
			}
			b := newBundle(t, db, key)
			if err := b.Start(t.Context()); err != nil {
				t.Fatal(err)
			}
			if s := b.Status(); s.Configured || s.Problem == nil || !strings.Contains(*s.Problem, "set it again") {
				t.Errorf("got %+v", s)
			}
			if err := b.Check(t.Context()); apperror.CodeOf(err) != apperror.BucketNotConfigured || !strings.Contains(err.Error(), "set it again") {
				t.Errorf("got %v", err)
			}
			if apperror.CodeOf(b.Objects.Ready()) != apperror.BucketNotConfigured {
				t.Error("the bucket is used")
			}
			if err := b.Remove(t.Context()); err != nil || b.Status() != (BucketStatus{}) {
				t.Errorf("it cannot be removed: %v, %+v", err, b.Status())
			}
		})
	}
}

// TestStart_EnvironmentFirst: the environment's bucket is used, and the stored one is left alone.
func TestStart_EnvironmentFirst(t *testing.T) {
	t.Parallel()
	b := newBundle(t, databasetest.New(t), secrets.NewKey())
	b.store(t)
	b.Fixed = &bucket.Config{Endpoint: "https://s3.example.com", Name: "fixed", AccessKeyID: "id", SecretAccessKey: secrets.NewText(secret), PublicURL: "https://media.example.com"}
	if err := b.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if s := b.Status(); *s.Name != "fixed" || !s.FromEnvironment {
		t.Errorf("got %+v", s)
	}
	for _, err := range []error{b.Remove(t.Context()), b.Set(t.Context(), *b.Fixed)} {
		if apperror.CodeOf(err) != apperror.ValidationError {
			t.Errorf("got %v", err)
		}
	}
	if row, err := selectBucket(t.Context(), b.DB); err != nil || row == nil || row.Name != "media" {
		t.Errorf("stored is %+v, %v", row, err)
	}
}
