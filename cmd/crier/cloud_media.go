package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"crier/modules/cloud"
	"crier/modules/schedule/handoff"
)

type moveMedia struct {
	serviceFolder
	From string `arg:"" enum:"worker,bucket" help:"worker or bucket."`
	JSON bool   `name:"json" help:"Print JSON: what status --json prints."`
}

// Run has the network fetch files from another place, and sends the posts that wait at the worker
// again with their new addresses.
func (c *moveMedia) Run(ctx context.Context) error {
	return c.withCloud(ctx, func(service *serviceClient) error {
		var status cloud.SetupStatus
		if err := service.exchange(ctx, http.MethodPut, "/api/cloud/media", cloud.MediaRequest{From: c.From}, &status); err != nil {
			return err
		}
		text := "The network fetches files from the " + c.From + "."
		var done handoff.Sync
		err := service.post(ctx, "/api/schedule/sync", nil, &done)
		switch {
		case err != nil:
			err = fmt.Errorf("the posts that wait at the worker have their former addresses still, and get the new ones while Crier runs: %w", err)
		case done.Sent > 0:
			text += fmt.Sprintf(" Posts at the worker that have new addresses: %d.", done.Sent)
		}
		for _, problem := range done.Problems {
			text += "\nProblem: " + onOneLine(problem)
		}
		return errors.Join(sayCloud(c.JSON, status, text), err)
	})
}
