package wire

// The prefixes under which the sandbox has the hosts of the network.
const (
	HostIG       = "graph-ig"
	HostFB       = "graph-fb"
	HostLogin    = "api-ig"
	HostWebIG    = "www-ig"
	HostWebFB    = "www-fb"
	HostNative   = "native"
	HostManifest = "manifest"
	// HostUpload takes the bytes of videos.
	HostUpload = "rupload"
)

// Where the app API takes files, beside its base.
const (
	DoorPhoto = "/rupload_igphoto/"
	DoorVideo = "/rupload_igvideo/"
)

// The two doors of HostUpload: one for containers, one for the videos of Pages.
const (
	DoorContainers = "ig-api-upload"
	DoorPages      = "video-upload"
)

// Me stands for whatever node the token belongs to.
const Me = "me"
