package workertest

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"crier/modules/cloud/worker"
	"crier/platform/cloudflare/cloudflaretest"
)

const (
	socketWorker = "worker"
	socketCron   = "cron"
	// kvNamespace is the header that says which namespace a request to KV is about.
	kvNamespace = "Crier-Kv-Namespace"
)

// cron is a worker that has the script's cron fire.
//
//go:embed cron.js
var cron string

// config is what the runtime is told of a script.
type config struct {
	modules []cloudflaretest.Module
	date    string
	flags   []string
	// texts, objects and namespaces are the bindings by name: to texts, to classes of objects, and
	// to namespaces of KV, of which kv is the server.
	texts, objects, namespaces map[string]string
	kv                         string
}

// newConfig describes a script, its main module first, that is in an account. One that binds no
// network gets the given bindings.
func newConfig(script cloudflaretest.Script, account, kv string, pace int, network map[string]string) (config, error) {
	c := config{
		date: script.CompatibilityDate, flags: script.CompatibilityFlags, kv: kv,
		texts: map[string]string{}, objects: map[string]string{}, namespaces: map[string]string{},
	}
	for _, file := range script.Modules {
		if c.modules = append(c.modules, file); file.Name == script.Main {
			last := len(c.modules) - 1
			c.modules[0], c.modules[last] = c.modules[last], c.modules[0]
		}
	}
	maps.Copy(c.texts, network)
	maps.Copy(c.texts, script.Secrets)
	for _, b := range script.Bindings {
		switch b.Type {
		case "plain_text":
			c.texts[b.Name] = b.Text
		case "kv_namespace":
			c.namespaces[b.Name] = account + "/" + b.Namespace
		case "durable_object_namespace":
			c.objects[b.Name] = b.Class
		default:
			return c, fmt.Errorf("the tests have no binding of type %s", b.Type)
		}
	}
	if err := c.mayRun(); err != nil {
		return c, err
	}
	c.texts[worker.BindingPace] = strconv.Itoa(pace)
	return c, nil
}

// mayRun returns an error for a worker that would publish to the real network, or that was uploaded
// with a pace of its own.
func (c *config) mayRun() error {
	if _, paced := c.texts[worker.BindingPace]; paced {
		return errors.New("only tests bind PACE")
	}
	for _, name := range []string{worker.BindingInstagram, worker.BindingFacebook} {
		at, err := url.Parse(c.texts[name])
		if host := at.Hostname(); err != nil || (host != "127.0.0.1" && host != "localhost" && host != "::1") {
			return fmt.Errorf("%s is %q, which is not on this machine", name, c.texts[name])
		}
	}
	return nil
}

// text returns the description in the runtime's language. What the script's objects store is in
// dir.
func (c *config) text(dir string) string {
	var modules, flags, classes, bindings, services []string
	for _, file := range c.modules {
		modules = append(modules, fmt.Sprintf("(name = %s, esModule = %s)", quoted(file.Name), quoted(string(file.Content))))
	}
	for _, flag := range c.flags {
		flags = append(flags, quoted(flag))
	}
	for _, name := range slices.Sorted(maps.Keys(c.objects)) {
		class := quoted(c.objects[name])
		classes = append(classes, fmt.Sprintf("(className = %[1]s, uniqueKey = %[1]s, enableSql = true)", class))
		bindings = append(bindings, fmt.Sprintf("(name = %s, durableObjectNamespace = %s)", quoted(name), class))
	}
	for _, name := range slices.Sorted(maps.Keys(c.namespaces)) {
		service := quoted("kv " + name)
		bindings = append(bindings, fmt.Sprintf("(name = %s, kvNamespace = %s)", quoted(name), service))
		services = append(services, fmt.Sprintf("(name = %s, external = (address = %s, http = (injectRequestHeaders = [(name = %s, value = %s)])))",
			service, quoted(c.kv), quoted(kvNamespace), quoted(c.namespaces[name])))
	}
	for _, name := range slices.Sorted(maps.Keys(c.texts)) {
		bindings = append(bindings, fmt.Sprintf("(name = %s, text = %s)", quoted(name), quoted(c.texts[name])))
	}
	services = append(services,
		fmt.Sprintf(`(name = %s, worker = (compatibilityDate = %s, compatibilityFlags = [%s], modules = [%s],
    durableObjectNamespaces = [%s], durableObjectStorage = (localDisk = "disk"), bindings = [%s]))`,
			quoted(socketWorker), quoted(c.date), list(flags), list(modules), list(classes), list(bindings)),
		fmt.Sprintf(`(name = %s, worker = (compatibilityDate = %s, compatibilityFlags = ["service_binding_extra_handlers"],
    modules = [(name = "cron.js", esModule = %s)], bindings = [(name = "WORKER", service = %s)]))`,
			quoted(socketCron), quoted(worker.CompatibilityDate), quoted(cron), quoted(socketWorker)),
		fmt.Sprintf(`(name = "disk", disk = (path = %s, writable = true))`, quoted(dir)),
		`(name = "internet", network = (allow = ["public", "private"]))`)
	var sockets []string
	for _, name := range []string{socketWorker, socketCron} {
		sockets = append(sockets, fmt.Sprintf(`(name = %[1]s, address = "127.0.0.1:0", http = (), service = %[1]s)`, quoted(name)))
	}
	return fmt.Sprintf("using Workerd = import \"/workerd/workerd.capnp\";\nconst config :Workerd.Config = (\n  services = [%s],\n  sockets = [%s]);\n",
		list(services), list(sockets))
}

// escaped has what the runtime's language escapes. Everything else stands in its texts as it is: it
// does not know all escapes of Go.
var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// quoted returns a text of the runtime's language.
func quoted(text string) string { return `"` + escaped.Replace(text) + `"` }

func list(all []string) string { return strings.Join(all, ",\n    ") }
