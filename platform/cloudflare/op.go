package cloudflare

// Op is what a call was for.
type Op string

// The operations, as Error names them.
const (
	OpVerifyToken      Op = "verify token"
	OpListAccounts     Op = "list accounts"
	OpCreateNamespace  Op = "create KV namespace"
	OpListNamespaces   Op = "list KV namespaces"
	OpDeleteNamespace  Op = "delete KV namespace"
	OpListKeys         Op = "list KV keys"
	OpGetValue         Op = "get KV value"
	OpPutValue         Op = "put KV value"
	OpDeleteValue      Op = "delete KV value"
	OpGetValues        Op = "get KV values"
	OpCreateBucket     Op = "create R2 bucket"
	OpGetBucket        Op = "get R2 bucket"
	OpManagedDomain    Op = "get public domain"
	OpSetManagedDomain Op = "set public domain"
	OpCustomDomains    Op = "list custom domains"
	OpGetLifecycle     Op = "get bucket lifecycle"
	OpSetLifecycle     Op = "set bucket lifecycle"
	OpGetSubdomain     Op = "get workers subdomain"
	OpPutSubdomain     Op = "create workers subdomain"
	OpListScripts      Op = "list scripts"
	OpUploadScript     Op = "upload script"
	OpDeleteScript     Op = "delete script"
	OpListSecrets      Op = "list script secrets"
	OpScriptSubdomain  Op = "get script subdomain"
	OpServeScript      Op = "set script subdomain"
	OpGetSchedules     Op = "get schedules"
	OpPutSchedules     Op = "put schedules"
	OpStartTail        Op = "start tail"
	OpEndTail          Op = "end tail"
)

// The permissions that a token needs, as Cloudflare's page for tokens names them.
const (
	PermissionScripts  = "Workers Scripts: Edit"
	PermissionKV       = "Workers KV Storage: Edit"
	PermissionR2       = "Workers R2 Storage: Edit"
	PermissionAccounts = "Account Settings: Read"
	PermissionTail     = "Workers Tail: Read"
)

var permissions = map[Op]string{
	OpListAccounts:    PermissionAccounts,
	OpCreateNamespace: PermissionKV, OpListNamespaces: PermissionKV, OpDeleteNamespace: PermissionKV, OpListKeys: PermissionKV,
	OpGetValue: PermissionKV, OpPutValue: PermissionKV, OpDeleteValue: PermissionKV,
	OpGetValues:    PermissionKV,
	OpCreateBucket: PermissionR2, OpGetBucket: PermissionR2, OpManagedDomain: PermissionR2,
	OpSetManagedDomain: PermissionR2, OpCustomDomains: PermissionR2, OpGetLifecycle: PermissionR2, OpSetLifecycle: PermissionR2,
	OpGetSubdomain: PermissionScripts, OpPutSubdomain: PermissionScripts, OpListScripts: PermissionScripts,
	OpUploadScript: PermissionScripts, OpDeleteScript: PermissionScripts,
	OpListSecrets: PermissionScripts, OpScriptSubdomain: PermissionScripts, OpServeScript: PermissionScripts,
	OpGetSchedules: PermissionScripts, OpPutSchedules: PermissionScripts, OpStartTail: PermissionTail, OpEndTail: PermissionTail,
}
