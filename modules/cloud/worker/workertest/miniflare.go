package workertest

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strconv"

	"crier/modules/cloud/worker"
	"crier/platform/cloudflare/cloudflaretest"
)

// miniflare is the description of a worker that Miniflare takes.
type miniflare struct {
	Name       string            `json:"name"`
	Modules    []module          `json:"modules"`
	Root       string            `json:"modulesRoot"`
	Date       string            `json:"compatibilityDate"`
	Flags      []string          `json:"compatibilityFlags,omitempty"`
	CF         bool              `json:"cf"`
	Triggers   bool              `json:"unsafeTriggerHandlers"`
	Telemetry  map[string]bool   `json:"telemetry"`
	Persist    string            `json:"durableObjectsPersist"`
	Bindings   map[string]string `json:"bindings"`
	Objects    map[string]object `json:"durableObjects"`
	Namespaces map[string]remote `json:"kvNamespaces"`
}

type module struct {
	Type     string `json:"type"`
	Path     string `json:"path"`
	Contents string `json:"contents"`
}

type object struct {
	Class  string `json:"className"`
	SQLite bool   `json:"useSQLite"`
}

// remote is a KV namespace that a server stands for.
type remote struct {
	ID  string `json:"id"`
	URL string `json:"remoteProxyConnectionString"`
}

// newMiniflare describes a script, its main module first. dir is where its objects are stored, and
// kv the address of the account's KV.
func newMiniflare(script cloudflaretest.Script, dir, kv string, pace int) (miniflare, error) {
	m := miniflare{
		Name: "worker", Root: "/", Date: script.CompatibilityDate, Flags: script.CompatibilityFlags, Triggers: true,
		Telemetry: map[string]bool{"enabled": false}, Persist: dir, Bindings: map[string]string{},
		Objects: map[string]object{}, Namespaces: map[string]remote{},
	}
	for _, file := range script.Modules {
		one := module{Type: "ESModule", Path: "/" + file.Name, Contents: string(file.Content)}
		if m.Modules = append(m.Modules, one); file.Name == script.Main {
			last := len(m.Modules) - 1
			m.Modules[0], m.Modules[last] = m.Modules[last], m.Modules[0]
		}
	}
	maps.Copy(m.Bindings, script.Secrets)
	for _, b := range script.Bindings {
		switch b.Type {
		case "plain_text":
			m.Bindings[b.Name] = b.Text
		case "kv_namespace":
			m.Namespaces[b.Name] = remote{ID: b.Namespace, URL: kv + "/" + b.Namespace}
		case "durable_object_namespace":
			m.Objects[b.Name] = object{Class: b.Class, SQLite: true}
		default:
			return m, fmt.Errorf("the tests have no binding of type %s", b.Type)
		}
	}
	if err := m.mayRun(); err != nil {
		return m, err
	}
	m.Bindings[worker.BindingPace] = strconv.Itoa(pace)
	return m, nil
}

// mayRun returns an error for a worker that would publish to the real network, or that was uploaded
// with a pace of its own.
func (m *miniflare) mayRun() error {
	if _, paced := m.Bindings[worker.BindingPace]; paced {
		return errors.New("only tests bind PACE")
	}
	for _, name := range []string{worker.BindingInstagram, worker.BindingFacebook} {
		at, err := url.Parse(m.Bindings[name])
		if host := at.Hostname(); err != nil || (host != "127.0.0.1" && host != "localhost" && host != "::1") {
			return fmt.Errorf("%s is %q, which is not on this machine", name, m.Bindings[name])
		}
	}
	return nil
}
