package cloud

import (
	"context"

	"crier/platform/objectstore/workerstore"
)

// Cloud has the parts of this package, made for the worker of one network mode.
type Cloud struct {
	Link      *Link
	Setup     *setup
	Teardown  *teardown
	Verifier  *verifier
	Watcher   *watcher
	Overview  *overview
	Inspector *inspector
	// Notification has the worker notify a person of failures while this machine is off.
	Notification *notification
	Logs         *logs
	// Media is the worker as the place of files.
	Media *mediaHost
	// Checker compares Cloudflare's answers with what is known of it.
	Checker *checker

	stack *stack
}

// New returns the parts. They know nothing of the worker before Start.
func New(d Deps, o Options) *Cloud {
	if o.NewName == nil {
		o.NewName = newName
	}
	if o.R2Endpoint == nil {
		o.R2Endpoint = r2Endpoint
	}
	s := newStack(d, o)
	ask := newAsker(s, o.WorkersURL)
	said := &reports{stack: s, asker: ask}
	deploy := &deployer{stack: s, reports: said, release: o.Release, bindings: o.Bindings}
	media := &mediaHost{stack: s, buckets: d.Buckets, options: workerstore.Options{
		Clock: d.Clock, IsLocal: o.IsLocal, Override: o.WorkersURL, Transport: ask.workers.transport,
	}}
	verify := &verifier{stack: s, asker: ask, reports: said, media: media}
	set := &setup{media: media, stack: s, buckets: d.Buckets, verifier: verify, deployer: deploy, newName: o.NewName, r2Endpoint: o.R2Endpoint}
	set.base, set.end = context.WithCancel(context.Background())
	ends := newExpiry(s, d.Buckets, set)
	set.expiry = ends
	link := &Link{media: media, stack: s, asker: ask, buckets: d.Buckets, expiry: ends, reports: said, fence: &fence{stack: s, asker: ask, deployer: deploy, setup: set}}
	listen := &logs{stack: s}
	listen.base, listen.end = context.WithCancel(context.Background())
	return &Cloud{
		Notification: &notification{stack: s, asker: ask, reports: said, setup: set, isLocal: o.IsLocal}, Logs: listen,
		Link: link, Setup: set, Teardown: &teardown{stack: s, link: link, reports: said, verifier: verify, media: media}, Verifier: verify,
		Watcher: &watcher{stack: s, deployer: deploy, setup: set, logs: listen, verifier: verify, expiry: ends}, Overview: &overview{stack: s, buckets: d.Buckets, reports: said, deployer: deploy, media: media, setup: set},
		Inspector: &inspector{stack: s, reports: said, cron: newCached[cronFacts](), mirror: newCached[mirrorFacts]()},
		Checker:   &checker{stack: s, verifier: verify, expiry: ends}, stack: s, Media: media,
	}
}

// Start reads what is stored, and begins to check the worker in the background.
func (c *Cloud) Start(ctx context.Context) error {
	if err := c.stack.load(ctx); err != nil {
		return err
	}
	c.Media.refresh()
	c.Watcher.start(ctx)
	return nil
}

// Stop ends the work in the background and closes idle connections.
func (c *Cloud) Stop() {
	c.Setup.stop()
	c.Logs.stop()
	c.Watcher.stop()
	c.Link.asker.workers.closeIdleConnections()
	c.stack.api.CloseIdleConnections()
}
