package support

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"crier/platform/secrets"
)

const (
	hidden = "[hidden]"
	// leastWord is the shortest text that is looked for. What is shorter is in every other word.
	leastWord = 3
	// leastPiece is the shortest text of which secrets.Texts finds pieces.
	leastPiece = 16
	// leastCoded is the shortest secret that is looked for in other ways of writing.
	leastCoded = 8
	// mostTexts is how many texts are looked for in pieces.
	mostTexts = 100_000
)

// Cleaner replaces in a text what must not leave the machine. Add what it is to find, then call
// Clean.
type Cleaner struct {
	long *secrets.Texts
	// short are texts and what takes their place, in turn.
	short    []string
	replacer *strings.Replacer
	// names are words, in lower case, and what takes their place.
	names map[string]string
}

// NewCleaner returns a Cleaner that knows only how secrets look.
func NewCleaner() *Cleaner {
	return &Cleaner{long: secrets.NewTexts(mostTexts), names: map[string]string{}}
}

// Secret has every way of writing the secret replaced. Of a document those are its values.
func (c *Cleaner) Secret(text string) {
	var document any
	if json.Unmarshal([]byte(text), &document) == nil {
		if _, isText := document.(string); !isText {
			c.leaves(document)
		}
	}
	c.Text(text)
	for _, form := range written(text) {
		c.Text(form)
	}
}

func (c *Cleaner) leaves(value any) {
	switch v := value.(type) {
	case string:
		// Shorter values say what the others are.
		if len(v) >= leastCoded {
			c.Secret(v)
		}
	case []any:
		for _, one := range v {
			c.leaves(one)
		}
	case map[string]any:
		for _, one := range v {
			c.leaves(one)
		}
	}
}

// written returns the other ways in which programs write a secret. In base64 it may stand behind
// other bytes, such as the name before a password.
func written(secret string) []string {
	forms := []string{url.QueryEscape(secret), url.PathEscape(secret)}
	if len(secret) < leastCoded {
		return forms
	}
	digits := hex.EncodeToString([]byte(secret))
	forms = append(forms, digits, strings.ToUpper(digits))
	for shift, first := range []int{0, 2, 3} {
		shifted := append(make([]byte, shift), secret...)
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			form := encoding.EncodeToString(shifted)[first:]
			if len(shifted)%3 != 0 {
				form = form[:len(form)-1] // The last digit depends on what follows.
			}
			forms = append(forms, form)
		}
	}
	return forms
}

// Text has a text replaced, and each piece of a long one.
func (c *Cleaner) Text(text string) {
	switch text = strings.TrimSpace(text); {
	case len(text) >= leastPiece:
		c.long.Add(text)
	case len(text) >= leastWord:
		c.short = append(c.short, text, hidden)
	}
}

// Path has the beginning of a path replaced by other words.
func (c *Cleaner) Path(path, shown string) {
	if len(path) > leastWord {
		c.short = append(c.short, path, shown)
	}
}

// Name has a word replaced where it stands alone, in capitals too, and any other text wherever it
// stands.
func (c *Cleaner) Name(name, shown string) {
	if named.FindString(name) != name {
		c.Text(name)
	} else if name != "" {
		c.names[strings.ToLower(name)] = shown
	}
}

// Clean returns the text without what must not leave the machine.
func (c *Cleaner) Clean(text string) string {
	if c.replacer == nil {
		c.replacer = strings.NewReplacer(c.short...)
	}
	text = c.replacer.Replace(c.long.Hide(text))
	text = secrets.HideKeys(text)
	text = headers.ReplaceAllString(text, "$1: "+hidden)
	text = addresses.ReplaceAllStringFunc(text, addressShown)
	text = assigned.ReplaceAllStringFunc(text, assignedShown)
	text = mails.ReplaceAllString(text, "[mail address]")
	text = mentioned.ReplaceAllString(text, "@[name]")
	text = c.withoutNames(text)
	return words.ReplaceAllStringFunc(text, wordShown)
}

// CleanJSON returns the JSON of a value, each of its texts cleaned.
func (c *Cleaner) CleanJSON(value any) ([]byte, error) {
	b, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var read any
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber()
	if err := decoder.Decode(&read); err != nil {
		return nil, err
	}
	return json.MarshalIndent(c.cleaned(read), "", "  ")
}

func (c *Cleaner) cleaned(value any) any {
	switch v := value.(type) {
	case string:
		return c.Clean(v)
	case []any:
		for i := range v {
			v[i] = c.cleaned(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = c.cleaned(v[key])
		}
	}
	return value
}

// withoutNames replaces the words that are names.
func (c *Cleaner) withoutNames(text string) string {
	if len(c.names) == 0 {
		return text
	}
	return named.ReplaceAllStringFunc(text, func(word string) string {
		for _, part := range []string{word, strings.TrimRight(word, "."), strings.Trim(word, "._")} {
			if shown, ok := c.names[strings.ToLower(part)]; ok {
				return strings.Replace(word, part, shown, 1)
			}
		}
		return word
	})
}

var (
	named   = regexp.MustCompile(`[A-Za-z0-9._]{3,}`)
	headers = regexp.MustCompile(`(?i)\b((?:set-)?cookie|(?:proxy-)?authorization|x-[a-z-]*(?:key|token)): *[^\r\n]+`)
	// addresses are URLs of any scheme.
	addresses = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"'<>` + "`" + `]+`)
	// assigned are values with a name that says that they are secret.
	assigned  = regexp.MustCompile(`(?i)([a-z_-]*(?:code|key|sig|signature|pass|passwd|password|passphrase|pwd|session|sessionid|cookie|token|secret|auth|credential|credentials|nonce|state))(["']?\s*[=:]\s*["']?)([^\s"'&,;]+)`)
	mails     = regexp.MustCompile(`[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
	mentioned = regexp.MustCompile(`@[\w.]{2,30}`)
	// words are what may be a secret by its look.
	words = regexp.MustCompile(`[A-Za-z0-9+/_=~%-]{20,}`)
	ids   = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
)

// addressShown leaves of an address what tells where a call went: the path, where it is known to
// hold no secret.
func addressShown(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		scheme, _, _ := strings.Cut(address, "://")
		return scheme + "://" + hidden
	}
	switch u.Hostname() {
	case "graph.facebook.com", "graph.instagram.com", "127.0.0.1", "localhost", "::1":
		shown := u.Scheme + "://" + u.Host + u.EscapedPath()
		if u.RawQuery != "" || u.Fragment != "" {
			shown += "?" + hidden
		}
		return shown
	case "api.cloudflare.com", "api.instagram.com", "www.facebook.com", "www.instagram.com", "i.instagram.com":
		return u.Scheme + "://" + u.Hostname() + "/" + hidden
	}
	return u.Scheme + "://" + hidden
}

// assignedShown leaves numbers, such as the codes of the network's errors, and the codes of
// Crier's.
func assignedShown(text string) string {
	m := assigned.FindStringSubmatch(text)
	const mostDigits = 7
	isNumber := len(m[3]) <= mostDigits && strings.Trim(m[3], "0123456789") == ""
	isCode := strings.Trim(m[3], "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
	if isNumber || isCode || strings.HasPrefix(m[3], "[") {
		return text
	}
	return m[1] + m[2] + hidden
}

// wordShown hides a word that looks as if it was made at random. Ids of Crier are no secrets.
func wordShown(word string) string {
	for _, part := range strings.FieldsFunc(ids.ReplaceAllString(word, ""), func(r rune) bool { return r == '=' || r == '%' }) {
		if looksRandom(part) || strings.Count(part, "/") < 2 && looksRandom(strings.ReplaceAll(part, "/", "")) {
			return hidden
		}
	}
	return word
}

// looksRandom reports whether digits and letters change so often in a long word that nobody has
// written it.
func looksRandom(word string) bool {
	const leastMixed, leastPlain = 20, 32
	var lower, upper, digits, changes int
	before := rune(0)
	for _, r := range word {
		kind := rune('-')
		switch {
		case unicode.IsDigit(r):
			kind = '0'
			digits++
		case unicode.IsUpper(r):
			kind = 'A'
			upper++
		case unicode.IsLower(r):
			kind = 'a'
			lower++
		}
		if before != 0 && kind != before {
			changes++
		}
		before = kind
	}
	switch {
	case len(word) < leastMixed || digits == 0 && (upper == 0 || lower == 0) || lower+upper == 0:
		return false
	case digits > 0 && upper > 0:
		return changes > 3
	case digits == 0:
		return changes > len(word)/4
	}
	const rare = 8 // Paths and names have a digit here and there.
	return digits >= len(word)/rare && (len(word) >= leastPlain && changes > 6 || changes > len(word)/3)
}
