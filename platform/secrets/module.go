package secrets

import (
	"context"

	"go.uber.org/fx"
)

const keepersGroup = "secrets.keepers"

// Keeper returns all that a module has sealed, to find out whether the key is the one that it was
// sealed under.
type Keeper func(ctx context.Context) ([]Sealed, error)

// ProvideKeeper registers what a module keeps sealed; constructor returns a Keeper, and must not
// need the Box.
func ProvideKeeper(constructor any) fx.Annotated {
	return fx.Annotated{Group: keepersGroup, Target: constructor}
}

// Keepers is what asks for all of them.
type Keepers struct {
	fx.In

	All []Keeper `group:"secrets.keepers"`
}

// Sealed returns all that is sealed.
func (k Keepers) Sealed(ctx context.Context) (all []Sealed, err error) {
	for _, keeper := range k.All {
		values, err := keeper(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, values...)
	}
	return all, nil
}
