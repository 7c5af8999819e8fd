import type { InternalSchemas, MediaFile } from '../../api/client.ts'
import { sentence } from '../../lib/failure.ts'
import { clock } from '../../lib/time.ts'
import { capital, list } from '../../lib/words.ts'
import { has, type Content } from './content.ts'
import { shapeOf } from './crop.ts'
import { isUsername } from './username.ts'

export type Preflight = InternalSchemas['Preflight']
export type Finding = InternalSchemas['Finding']
export type Fit = InternalSchemas['Fit']
export type Remedy = InternalSchemas['Remedy']

/** A finding as the panel shows it. */
export interface Row {
  key: string
  isBad: boolean
  /** Whether Crier takes it, and the network will not. */
  isRefused: boolean
  title: string
  text: string
  /** What the button does, of several the first; null when only the author can do something. */
  fix: Remedy | null
  button: string
  others: { fix: Remedy; button: string }[]
  /** The file that it is about. */
  fileId: string | null
  /** The other post, of a near-duplicate. */
  twinId: string | null
}

const kinds: Record<string, string> = { IMAGE: 'a picture', CAROUSEL: 'a carousel', REELS: 'a reel', STORIES: 'a story' }

/** What the button of a remedy says. */
export function buttonOf(fix: Remedy, zone: string): string {
  switch (fix.action) {
    case 'pad':
      return `Pad to ${fix.ratio ?? 'fit'}`
    case 'crop':
      return `Crop to ${fix.ratio ?? 'fit'}`
    case 'convert':
      return 'Convert it'
    case 'upload':
      return 'Add a file'
    case 'changeType':
      return `Make it ${kinds[fix.mediaType ?? ''] ?? 'another kind'}`
    case 'leaveOut':
      return 'Leave it out'
    case 'move':
      return fix.scheduledFor ? `Move to ${clock(fix.scheduledFor, zone)}` : 'Move it'
    case 'reconnect':
      return 'Connect again'
    case 'signIn':
      return 'Sign in'
    case 'openPost':
      return 'Look at it'
  }
}

const fields: Record<string, string> = {
  caption: 'The caption', altText: 'The alt text', altTexts: 'The alt texts', firstComment: 'The first comment', peopleTagged: 'People', coverMediaFileId: 'The cover', thumbOffsetMs: 'The cover', shareToFeed: 'The feed',
  isAiGenerated: 'AI label', trial: 'The trial', userTags: 'People', collaborators: 'Collaborators', storyMentions: 'Mentions', locationId: 'The place', locationName: 'The place',
  crossPostToPartner: 'The share to the Page', scheduledFor: 'The time', accountId: 'The account', mediaFileId: 'The file', mediaFileIds: 'The files',
}

const rules: Record<string, string> = {
  'file-size': 'is too large', width: 'has the wrong width', 'too-short': 'is too short', 'too-long': 'is too long', truncated: 'is cut off', 'frame-rate': 'has the wrong frame rate',
  'video-codec': 'has another codec', 'audio-codec': 'has another sound codec', kind: 'is of another kind', small: 'is small', cut: 'will be cut',
}

const codes: Record<string, string> = {
  NEAR_DUPLICATE: 'Much like another post', TOKEN_EXPIRES: 'Access ends before its time', CLOSE_TO_ANOTHER: 'Close to another post', CAP_REACHED: 'The daily limit will be used up',
  NETWORK_REFUSES: 'Instagram is known to refuse this', MAY_BE_REFUSED: 'Instagram may refuse this', CAPTION_UNSEEN: 'Nobody will see the caption', CLOCK_OFF: 'The clock of this computer is wrong', LOCAL_ONLY: 'This computer must be on then',
  FIELD_IGNORED: 'Something has no effect', CROSS_POST_IGNORED: 'It is not shared to the Page', WORKER_UNREACHABLE: 'The cloud worker does not answer',
  PRIVATE_API_REQUIRED: 'Mentions in stories take a sign-in', CREDENTIALS_NOT_CONFIGURED: 'Mentions in stories take a sign-in', TOKEN_EXPIRED: 'Access has ended',
}

type Known = Pick<MediaFile, 'id' | 'mimeType' | 'width' | 'height'>

function titleOf(finding: Finding, files: readonly Known[]): string {
  const at = files.findIndex((file) => file.id === finding.mediaFileId)
  const file = files[at]
  if (file) {
    const thing = `${file.mimeType.startsWith('video/') ? 'Video' : 'Picture'}${files.length > 1 ? ` ${at + 1}` : ''}`
    const name = files.length > 1 ? thing : `The ${thing.toLowerCase()}`
    if (finding.code === 'MAY_BE_REFUSED') return `${name} may be refused`
    if (finding.rule === 'aspect-ratio') return `${name} is too ${isTall(file) ? 'tall' : 'wide'}`
    return `${name} ${rules[finding.rule] ?? 'cannot go out so'}`
  }
  const known = codes[finding.code]
  if (known) return known
  const field = fields[finding.field.replace(/[[.].*$/, '')]
  if (finding.code === 'MEDIA_INVALID' || finding.code === 'INVALID_CAROUSEL') return files.length === 0 ? 'There is no picture yet' : 'The files'
  if (field && finding.figure.endsWith(' characters')) return `${field} is too long`
  if (field && finding.figure.endsWith(' people')) return `${field} are too many`
  return field ?? 'Something stands in the way'
}

const isTall = (file: Known) => (file.width ?? 1) < (file.height ?? 1)

function textOf(finding: Finding, files: readonly Known[], zone: string): string {
  const file = files.find((known) => known.id === finding.mediaFileId)
  if (finding.rule === 'aspect-ratio' && file?.width && file.height) {
    const shape = shapeOf(file.width, file.height)
    if (finding.code === 'MAY_BE_REFUSED') return `It is ${shape}, and not all sources say that Instagram takes that. Crier tries it as it is.`
    return `It is ${shape}. ${limitIn(finding.limit, isTall(file))}`
  }
  if (finding.field === 'mediaFileId' && files.length === 0) return 'Drop one, paste one, or take one from the library.'
  return sentence(finding.message.replace(/^item \d+ of \d+: /, '').replace(/^(caption|altText) has/, 'it has'), zone)
}

// "0.80 (4:5) to 1.91 (1.91:1)" has both ends.
function limitIn(limit: string, tall: boolean): string {
  const shapes = [...limit.matchAll(/\(([\d.]+:[\d.]+)\)/g)].map((match) => match[1])
  const shape = tall ? shapes[0] : (shapes[1] ?? shapes[0])
  return shape ? `It may be ${shape} at most.` : `Taken is ${limit}.`
}

/** The findings as rows, what stands in the way first. */
export function rowsOf(told: Preflight, files: readonly Known[], zone: string): Row[] {
  const row = (finding: Finding, i: number, isBad: boolean): Row => {
    // What fits best is offered first.
    const fit = told.fits.find(({ mediaFileId }) => mediaFileId === finding.mediaFileId)
    const best = fit?.best.crop ? 'crop' : 'pad'
    const [first, ...rest] = fit ? [...finding.fixes].sort((a, b) => Number(b.action === best) - Number(a.action === best)) : finding.fixes
    return {
      key: `${isBad ? 'p' : 'w'}${i}/${finding.code}/${finding.field}`, isBad, isRefused: finding.code === 'NETWORK_REFUSES', title: titleOf(finding, files), text: `${textOf(finding, files, zone)}${fit?.isShared ? ' Another post that waits has it too, so it was not fitted by itself.' : ''}`, fix: first ?? null,
      button: first ? buttonOf(first, zone) : '', others: rest.map((fix) => ({ fix, button: buttonOf(fix, zone) })), fileId: finding.mediaFileId,
      twinId: finding.code === 'NEAR_DUPLICATE' ? (finding.fixes.find((fix) => fix.action === 'openPost')?.postId ?? null) : null,
    }
  }
  return [...told.problems.map((finding, i) => row(finding, i, true)), ...told.warnings.map((finding, i) => row(finding, i, false))]
}

/** The names that nobody can have. They are not sent, so the service finds nothing wrong with them. */
export function misnamed({ kind, people, mentions, collaborators }: Content): Finding[] {
  const names = (list: Content['people']) => list.map(({ username }) => username)
  const fields = { userTags: has.people(kind) ? names(people) : [], storyMentions: has.mentions(kind) ? names(mentions) : [], collaborators: has.collaborators(kind) ? collaborators : [] }
  return Object.entries(fields).flatMap(([field, list]) => {
    const wrong = list.filter((name) => name.trim() && !isUsername(name))
    const message = `usernames have letters a to z, digits, dots and underscores only; the post would go out without ${wrong.map((name) => `“${name}”`).join(' and ')}`
    return wrong.length > 0 ? [{ code: 'VALIDATION_ERROR', rule: '', field, mediaFileId: null, message, figure: '', limit: '', fixes: [] }] : []
  })
}

/** Whether a picture was fitted by itself, and so that it shows. */
export const isFitted = (fit: Fit | undefined): fit is Fit => fit?.edits?.fit === 'AUTO' && (fit.edits.crop ?? fit.edits.pad) !== undefined

const cutWords = ({ cut, edits }: Fit) => (edits?.pad ? 'edges blurred' : `${Math.max(1, Math.round(cut * 100))}\u00a0%\u00a0cut`)

/** How a picture lies in the post, in a line beside its thumbnail. */
export function fitWords(file: Known, fit: Fit | undefined): string {
  const { crop, pad, rotate, flipHorizontal, texts } = fit?.edits ?? {}
  if (isFitted(fit)) return `Fitted, ${cutWords(fit)}`
  const how = crop ? 'framed' : pad ? 'with edges' : rotate || flipHorizontal || texts?.length ? 'edited' : 'as it is'
  return file.width && file.height ? `${shapeOf(file.width, file.height)}, ${how}` : capital(how)
}

/** What was fitted by itself, in a line with its words and the button that undoes it; null when nothing was. */
export function fittedLine(files: readonly Known[], fitOf: (id: string) => Fit | undefined): { title: string; text: string; button: string; fits: Fit[] } | null {
  const fits = files.map((file) => fitOf(file.id))
  const fitted = fits.filter(isFitted)
  if (fitted.length === 0) return null
  const places = fits.flatMap((fit, at) => (isFitted(fit) ? [`${at + 1}`] : []))
  const named = files.length === 1 ? 'The picture was' : fitted.length === 1 ? `Picture ${places[0]} was` : `Pictures ${list(places)} were`
  const shapes = new Set(files.filter((_, at) => isFitted(fits[at])).map((file) => (file.width && file.height ? shapeOf(file.width, file.height) : '')))
  return {
    title: `${named} fitted${shapes.size === 1 ? ` to ${[...shapes][0]}` : ''}`, text: capital(list([...new Set(fitted.map(cutWords))])), button: fitted.length === 1 ? 'Undo' : fitted.length === 2 ? 'Undo both' : 'Undo all', fits: fitted,
  }
}

/** Whether nothing is wrong but that the post has no file yet, which is no mistake. */
export function lacksFile(told: Preflight | undefined, files: number): boolean {
  return files === 0 && told?.problems.length === 1 && told.problems[0]?.field.startsWith('mediaFile') === true
}

/** What nothing stands in the way of, in a line: Caption, tags, sizes and account: fine. Nothing is said of the fields that are open, nor of what is not there. */
export function fineLine(told: Preflight, content: Pick<Content, 'caption' | 'files' | 'people' | 'mentions' | 'collaborators'>, open: readonly string[] = []): string {
  const wrong = [...told.problems, ...told.warnings].map(({ field }) => field).concat(open)
  const hasPeople = content.people.length + content.mentions.length + content.collaborators.length > 0
  const about = (fields: readonly string[]) => wrong.some((name) => fields.some((field) => name.startsWith(field)))
  const parts = [
    !content.caption.trim() || about(['caption']) ? '' : 'caption', !hasPeople || about(['userTags', 'storyMentions', 'collaborators']) ? '' : 'people',
    content.files.length === 0 || about(['mediaFile']) ? '' : 'sizes',
    about(['accountId']) ? '' : 'account', about(['scheduledFor']) ? '' : 'time',
  ].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `${capital(list(parts))}: fine`
}
