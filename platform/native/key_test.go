package native_test

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"testing"
)

// publicKey is a key for passwords as the network hands it out; nobody has the other half.
const publicKey = "LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUlJQklqQU5CZ2txaGtpRzl3MEJBUUVGQUFPQ0FROEFNSUlCQ2dLQ0FRRUEwcmRQZWRaMzZCY0dRS2t5QkYzYgp2UTN3Q09nNXcvajZPZmhoSlJuV3lXQkRIcnRsNE53OWE5U0FuNlpuWWZoR0FrZ05CbktWZXFSTS9xWDAvaFBqCnQrSnZFekpvbGFhd3dsZ0lOTXU2ejBsTEFkQVBYVElxbFZGVGQyUXF6SDdxQWd2Mk92TzBNNm5pN0NOVWpKSWwKZGJuMXBBWlJQOENXOStSaCtuOERDaHFZVDhhaHVFQjE4MzQ0U0Y0aTJ0NURqenBqZDZENVQyTERqcnBqUDZZbgpOVzh1clR6QkJ5VnlCQk93WlFIcDFDSkhTcFppVGJpL2ZMQjdCY0YwSVEvVk1VQUM1Y0ZjbkVsbmJ6cWo3YlFXCmVZd0JBcW5aZjR3ZEsyNms0NkNQMVVKaTBNcTNObTVUVDRBMWR3azVVcy9xVm9valN0OVBLa05kbnVPVi9lRm0KMlFJREFRQUIKLS0tLS1FTkQgUFVCTElDIEtFWS0tLS0tCg=="

// shortKey returns a key that is too short to seal anything with.
func shortKey(t *testing.T) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(&rsa.PublicKey{N: new(big.Int).SetBit(big.NewInt(1), 1023, 1), E: 65537})
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}
