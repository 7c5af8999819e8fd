package workertest

import (
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
const cron = `export default {
  async fetch(request, env) {
    const cron = new URL(request.url).searchParams.get("cron");
    const { outcome } = await env.WORKER.scheduled({ cron, scheduledTime: new Date() });
    return new Response(outcome, { status: outcome === "ok" ? 200 : 500 });
  },
};`

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

// newConfig describes a script, its main module first, that is in an account.
func newConfig(script cloudflaretest.Script, account, kv string, pace int) (config, error) {
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

// text returns the description in the runtime's language, which writes texts as Go does. What the
// script's objects store is in dir.
func (c *config) text(dir string) string {
	var modules, classes, bindings, services []string
	for _, file := range c.modules {
		modules = append(modules, fmt.Sprintf("(name = %q, esModule = %q)", file.Name, file.Content))
	}
	for _, name := range slices.Sorted(maps.Keys(c.objects)) {
		classes = append(classes, fmt.Sprintf("(className = %[1]q, uniqueKey = %[1]q, enableSql = true)", c.objects[name]))
		bindings = append(bindings, fmt.Sprintf("(name = %q, durableObjectNamespace = %q)", name, c.objects[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(c.namespaces)) {
		service := "kv " + name
		bindings = append(bindings, fmt.Sprintf("(name = %q, kvNamespace = %q)", name, service))
		services = append(services, fmt.Sprintf("(name = %q, external = (address = %q, http = (injectRequestHeaders = [(name = %q, value = %q)])))",
			service, c.kv, kvNamespace, c.namespaces[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(c.texts)) {
		bindings = append(bindings, fmt.Sprintf("(name = %q, text = %q)", name, c.texts[name]))
	}
	services = append(services,
		fmt.Sprintf(`(name = %q, worker = (compatibilityDate = %q, compatibilityFlags = [%s], modules = [%s],
    durableObjectNamespaces = [%s], durableObjectStorage = (localDisk = "disk"), bindings = [%s]))`,
			socketWorker, c.date, quoted(c.flags), list(modules), list(classes), list(bindings)),
		fmt.Sprintf(`(name = %q, worker = (compatibilityDate = %q, compatibilityFlags = ["service_binding_extra_handlers"],
    modules = [(name = "cron.js", esModule = %q)], bindings = [(name = "WORKER", service = %q)]))`,
			socketCron, worker.CompatibilityDate, cron, socketWorker),
		fmt.Sprintf(`(name = "disk", disk = (path = %q, writable = true))`, dir),
		`(name = "internet", network = (allow = ["public", "private"]))`)
	var sockets []string
	for _, name := range []string{socketWorker, socketCron} {
		sockets = append(sockets, fmt.Sprintf(`(name = %[1]q, address = "127.0.0.1:0", http = (), service = %[1]q)`, name))
	}
	return fmt.Sprintf("using Workerd = import \"/workerd/workerd.capnp\";\nconst config :Workerd.Config = (\n  services = [%s],\n  sockets = [%s]);\n",
		list(services), list(sockets))
}

func quoted(texts []string) string {
	var all []string
	for _, text := range texts {
		all = append(all, strconv.Quote(text))
	}
	return list(all)
}

func list(all []string) string { return strings.Join(all, ",\n    ") }
