package settings

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"reflect"

	"crier/platform/apperror"
	"crier/platform/config"
	"crier/platform/httpapi"
	"crier/platform/restart"

	"github.com/danielgtaylor/huma/v2"
)

// NetworkMode is the answer of GET /api/network on the internal surface.
type NetworkMode struct {
	Mode       config.Network `json:"mode" enum:"sandbox,live" doc:"The network that posts go to." example:"sandbox"`
	DecidedBy  config.Decider `json:"decidedBy" enum:"flag,environment,setting,default" doc:"What has decided that: a flag of crier serve, its variable, what somebody has chosen, or nobody." example:"setting"`
	Changeable bool           `json:"changeable" doc:"Whether the other one can be chosen here. A flag and a variable win." example:"true"`
	Says       string         `json:"says" doc:"One sentence about what decides, and what to do to change that." example:"The sandbox was chosen here, and can be left here."`
}

// ModeOf returns the mode of a configuration.
func ModeOf(cfg config.Config) NetworkMode {
	by := cfg.NetworkBy
	mode := NetworkMode{Mode: cfg.Network, DecidedBy: cmp.Or(by.By, config.ByDefault)}
	name := map[config.Network]string{config.Sandbox: "the sandbox", config.Live: "live mode"}[cfg.Network]
	switch mode.DecidedBy {
	case config.ByFlag:
		mode.Says = "Crier was started with " + by.Name + ", which decides for " + name + "; to change the mode here, start Crier without it."
	case config.ByEnvironment:
		mode.Says = "The variable " + by.Name + " decides for " + name + "; to change the mode here, start Crier without it."
	case config.BySetting:
		mode.Changeable, mode.Says = true, "Somebody has chosen "+name+"; the choice is kept in the data folder."
	case config.ByDefault:
		mode.Changeable, mode.Says = true, "Nobody has chosen a mode yet, so that it is "+name+"."
	}
	return mode
}

// CheckChangeable returns INVALID_STATE when something else decides about the mode.
func (m NetworkMode) CheckChangeable() error {
	if m.Changeable {
		return nil
	}
	return apperror.New(apperror.InvalidState, "the mode was not changed. %s", m.Says)
}

// ChooseMode is the body of PUT /api/network.
type ChooseMode struct {
	Mode config.Network `json:"mode" enum:"sandbox,live" doc:"The network that posts are to go to." example:"live"`
}

type chooseModeInput struct{ Body ChooseMode }

// modeOutput is an answer with 202 while Crier starts again, and with 200 when nothing changed.
type modeOutput struct {
	Status int
	Body   NetworkMode
}

// modes changes the mode of the service.
type modes struct {
	config  config.Config
	process *restart.Process
}

func newModes(cfg config.Config, process *restart.Process) *modes { return &modes{cfg, process} }

func (m *modes) register(surface *httpapi.Operations) {
	httpapi.Register(surface, huma.Operation{
		OperationID: "getNetworkMode", Method: http.MethodGet, Path: "/network", Tags: []string{tag},
		Summary: "Which network do posts go to?", Description: "Names the mode, and what has decided about it.",
		Security: httpapi.CookieOnly(),
	}, func(context.Context, *struct{}) (*httpapi.Output[NetworkMode], error) {
		return httpapi.Answer(ModeOf(m.config), nil)
	})
	httpapi.Register(surface, huma.Operation{
		OperationID: "chooseNetworkMode", Method: http.MethodPut, Path: "/network", Tags: []string{tag},
		Summary: "Go live, or back to the sandbox",
		Description: "Keeps the choice in the data folder, answers 202 with the mode that is to come, and has Crier start again: it stops in order and answers in the other mode " +
			"a second or two later, at the same address. What is sent meanwhile waits for that. Accounts and posts of the mode that is left stay as they are and rest. " +
			"200 means that the mode is that one already, and that nothing happens.",
		Security: httpapi.CookieOnly(), DefaultStatus: http.StatusAccepted,
		Metadata: httpapi.AtOwnAddress(httpapi.WithResponse(httpapi.Errors(apperror.InvalidState), http.StatusOK, sameMode)),
	}, m.choose)
}

// sameMode documents the answer 200.
func sameMode(schemas huma.Registry) *huma.Response {
	return &huma.Response{
		Description: "The mode is that one already, and nothing happens.",
		Content:     map[string]*huma.MediaType{"application/json": {Schema: schemas.Schema(reflect.TypeFor[NetworkMode](), true, "")}},
	}
}

// errSame says that nothing is to be changed.
var errSame = errors.New("the mode is that one already")

func (m *modes) choose(_ context.Context, in *chooseModeInput) (*modeOutput, error) {
	if err := ModeOf(m.config).CheckChangeable(); err != nil {
		return nil, err
	}
	wanted := m.config
	wanted.Network, wanted.NetworkBy = in.Body.Mode, config.Decision{By: config.BySetting}
	reason := "somebody went live"
	if wanted.Network == config.Sandbox {
		reason = "somebody went back to the sandbox"
	}
	err := m.process.Request(reason, func() error {
		if wanted.Network == m.config.Network {
			return errSame
		}
		return m.process.Dir().ChooseNetwork(string(wanted.Network))
	})
	if errors.Is(err, errSame) {
		return &modeOutput{Status: http.StatusOK, Body: ModeOf(m.config)}, nil
	}
	if err != nil {
		return nil, err
	}
	return &modeOutput{Status: http.StatusAccepted, Body: ModeOf(wanted)}, nil
}
