package e2e

import "net/http"

// PostByHand publishes as a person does in the network's own app, and returns what the ledger has of it.
func (s *SandboxControl) PostByHand(account, caption, mediaType string) Publication {
	s.tb.Helper()
	var p Publication
	s.do(http.MethodPost, "posts", map[string]any{"accountId": account, "caption": caption, "mediaType": mediaType}, &p)
	return p
}

// StoryByHand has the native user of the account publish a story with mentions in the network's own app.
func (s *SandboxControl) StoryByHand(account string, mentions ...string) NativeStory {
	s.tb.Helper()
	var n NativeStory
	s.do(http.MethodPost, "posts", map[string]any{"accountId": account, "mediaType": "STORIES", "mentions": append([]string{}, mentions...)}, &n)
	return n
}

// PagePostByHand publishes an IMAGE or a VIDEO on a Page as a person does.
func (s *SandboxControl) PagePostByHand(page, caption, mediaType string) PartnerPublication {
	s.tb.Helper()
	var p PartnerPublication
	s.do(http.MethodPost, "posts", map[string]any{"pageId": page, "caption": caption, "mediaType": mediaType}, &p)
	return p
}

// HideDeviceTimestamp says whether the app API leaves out which upload a story was made from.
func (s *SandboxControl) HideDeviceTimestamp(hidden bool) {
	s.tb.Helper()
	s.do(http.MethodPost, "native", map[string]any{"hideDeviceTimestamp": hidden}, nil)
}
