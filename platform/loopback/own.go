package loopback

import (
	"errors"
	"fmt"
	"net"
)

// ErrNoOwnAddress says that the container has no network of its own.
var ErrNoOwnAddress = errors.New("CRIER_CONTAINER_BIND is set, but this container has no address besides those of its loopback interface: " +
	"give it a network, or leave the setting out")

// ownAddresses returns the addresses of this container's interfaces, without those that hold for
// one link alone. It returns ErrNoOwnAddress when there is none.
func ownAddresses() ([]string, error) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil, fmt.Errorf("find the container's addresses: %w", err)
	}
	own := globalAddresses(all)
	if len(own) == 0 {
		return nil, ErrNoOwnAddress
	}
	return own, nil
}

func globalAddresses(all []net.Addr) []string {
	var own []string
	for _, one := range all {
		if network, ok := one.(*net.IPNet); ok && network.IP.IsGlobalUnicast() {
			own = append(own, network.IP.String())
		}
	}
	return own
}
