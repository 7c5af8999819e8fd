import type { InternalSchemas, MediaFile, Post } from '../../api/client.ts'
import { wallClock, dayOf } from '../../lib/time.ts'
import { maxAltText, maxCaption, maxCarousel, maxCollaborators, maxFirstComment, maxMentions, maxTags, minCarousel } from '../../api/limits.ts'
import { length, sendable } from './caption.ts'
import type { FilmCheck } from './filmchecks.ts'
import type { Point } from './point.ts'
import { isUsername, withoutAt } from './username.ts'

export type EditablePost = InternalSchemas['EditablePost']
export type Kind = Post['mediaType']

export interface Person extends Point {
  /** Tells two entries without a name apart. */
  key: string
  username: string
}

/** For when a post is planned: what clocks show, and the instant, which the service alone knows. */
export interface When {
  day: string
  time: string
  zone: string
  /** Null until the service has said which instant that is. */
  instant: string | null
}

/** What the composer holds of a post. It may hold more than a post of its kind can have, so that nothing is lost by looking at another kind. */
export interface Content {
  accountId: string
  kind: Kind
  files: MediaFile[]
  caption: string
  altText: string
  people: Person[]
  mentions: Person[]
  collaborators: string[]
  locationId: string
  locationName: string
  isShared: boolean
  firstComment: string
  /** Usernames in a video or a story, as they are typed. */
  tagged: string
  isAi: boolean
  /** The picture that is a reel's cover, or else the moment of it in milliseconds; null for neither. */
  cover: string | null
  coverAt: number | null
  /** Whether a reel is in the feed too; null leaves it to Instagram. */
  inFeed: boolean | null
  trial: '' | 'manual' | 'performance'
  /** What the pictures of a carousel show, by the ids of their files. */
  altTexts: Record<string, string>
  when: When | null
  zone: string
}

let last = 0

/** A key for a list on the screen. */
export function newKey(): string {
  return `${++last}`
}

function list<T>(text: string | null | undefined): T[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? (parsed as T[]) : []
  } catch {
    return []
  }
}

function peopleOf(text: string | null | undefined): Person[] {
  return list<{ username: string; x?: number | null; y?: number | null }>(text).map((tag) => ({ key: newKey(), username: tag.username, x: tag.x ?? 0.5, y: tag.y ?? 0.5 }))
}

/** A post without anything. */
export function emptyContent(accountId: string, zone: string): Content {
  return {
    accountId, kind: 'IMAGE', files: [], caption: '', altText: '', people: [], mentions: [], collaborators: [], locationId: '', locationName: '', isShared: false,
    ...emptyLook, altTexts: {}, when: null, zone,
  }
}

const emptyLook = { firstComment: '', tagged: '', isAi: false, cover: null, coverAt: null, inFeed: null, trial: '' } as const

/** What a post says of how Instagram shows it. */
function lookOf(post: EditablePost): Pick<Content, 'firstComment' | 'tagged' | 'isAi' | 'cover' | 'coverAt' | 'inFeed' | 'trial' | 'altTexts'> {
  const texts = post.altTexts ?? []
  return {
    firstComment: post.firstComment ?? '', tagged: (post.peopleTagged ?? []).join(' '), isAi: post.isAiGenerated ?? false, cover: post.coverMediaFileId, coverAt: post.thumbOffsetMs,
    inFeed: post.shareToFeed, trial: post.trial ?? '', altTexts: Object.fromEntries(post.mediaFiles.map((file, at) => [file.id, texts[at] ?? (at === 0 ? (post.altText ?? '') : '')])),
  }
}

/** The names that are typed into one field. */
export function namesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((name) => name !== '')
}

/** The descriptions of a carousel's pictures in their places, null when there is none. */
function altTextsOf({ files, altTexts }: Content): string[] | null {
  const texts = files.map((file) => (isVideo(file) ? '' : sendable(altTexts?.[file.id] ?? '')))
  return texts.some((text) => text !== '') ? texts : null
}

/** What a post holds. A draft without a plan has the zone in which days are shown, for v1 writes UTC there. */
export function contentOf(post: EditablePost, shownZone: string): Content {
  const at = post.status === 'DRAFT' ? post.plannedFor : post.scheduledFor
  const zone = at ? post.timezone : shownZone
  return {
    accountId: post.socialAccountId, kind: post.mediaType, files: [...post.mediaFiles], caption: post.caption ?? '', altText: post.altText ?? post.altTexts?.[0] ?? '',
    people: peopleOf(post.userTags), mentions: peopleOf(post.storyMentions), collaborators: list<string>(post.collaborators),
    locationId: post.locationId ?? '', locationName: post.locationName ?? '', isShared: post.crossPostToPartner,
    ...lookOf(post),
    when: at ? { day: dayOf(at, zone), time: wallClock(at, zone), zone, instant: at } : null, zone,
  }
}

const orNull = (text: string) => sendable(text) || null

function named(people: readonly Person[], most: number): { username: string; x: number; y: number }[] {
  return people.filter((person) => isUsername(person.username)).slice(0, most).map(({ username, x, y }) => ({ username: withoutAt(username), x, y }))
}

/** Whether the kind of post can have that part of the content. */
export const has = {
  people: (kind: Kind) => kind === 'IMAGE' || kind === 'CAROUSEL',
  altText: (kind: Kind) => kind === 'IMAGE',
  mentions: (kind: Kind) => kind === 'STORIES',
  collaborators: (kind: Kind) => kind !== 'STORIES',
  isShared: (kind: Kind) => kind !== 'CAROUSEL',
  firstComment: (kind: Kind) => kind !== 'STORIES',
  tagged: (kind: Kind) => kind === 'REELS' || kind === 'STORIES',
  cover: (kind: Kind) => kind === 'REELS',
  coverAt: (kind: Kind) => kind === 'REELS',
  inFeed: (kind: Kind) => kind === 'REELS',
  trial: (kind: Kind) => kind === 'REELS',
  altTexts: (kind: Kind) => kind === 'CAROUSEL',
}

/** What a file shows, as it is told to those who do not see it. */
export function altOf(content: Content, file: Pick<MediaFile, 'id'>): string {
  return (has.altTexts(content.kind) ? content.altTexts?.[file.id] : content.altText) ?? ''
}

/** The content as the service takes it, with only the fields that a post of its kind has and only the complete entries of lists. */
export function bodyOf(content: Content) {
  // What an earlier version has kept in the browser lacks the later fields.
  const { kind, files, firstComment = '', tagged = '', cover = null, coverAt = null, inFeed = null } = content
  const names = namesIn(tagged).filter(isUsername).map(withoutAt).slice(0, maxTags)
  const isNative = has.mentions(kind) && named(content.mentions, maxMentions).length > 0
  return {
    accountId: content.accountId,
    mediaType: kind,
    mediaFileId: kind === 'CAROUSEL' ? null : (files[0]?.id ?? null),
    mediaFileIds: kind === 'CAROUSEL' ? files.map((file) => file.id) : null,
    caption: orNull(content.caption),
    altText: has.altText(kind) ? orNull(content.altText) : null,
    userTags: has.people(kind) ? named(content.people, maxTags) : [],
    storyMentions: has.mentions(kind) ? named(content.mentions, maxMentions) : [],
    collaborators: has.collaborators(kind) ? content.collaborators.map(withoutAt).filter(isUsername).slice(0, maxCollaborators) : [],
    locationId: orNull(content.locationId.trim()),
    locationName: content.locationId.trim() ? orNull(content.locationName.trim()) : null,
    crossPostToPartner: content.isShared && has.isShared(kind),
    firstComment: has.firstComment(kind) ? orNull(firstComment) : null,
    peopleTagged: has.tagged(kind) && !isNative && names.length > 0 ? names : null,
    isAiGenerated: (content.isAi && !isNative) || null,
    coverMediaFileId: has.cover(kind) ? cover : null,
    thumbOffsetMs: has.coverAt(kind) && cover === null ? coverAt : null,
    shareToFeed: has.inFeed(kind) ? inFeed : null,
    trial: (has.trial(kind) && content.trial) || null,
    altTexts: has.altTexts(kind) ? altTextsOf(content) : null,
  }
}

export type Body = ReturnType<typeof bodyOf>

/** The body for keeping a draft, or a scheduled post, with its time as far as that is known. */
export function keptOf(content: Content, status: Post['status']): Body & { plannedFor?: string | null; scheduledFor?: string; timezone?: string } {
  const body = bodyOf(content)
  const { when } = content
  if (status !== 'DRAFT') return when?.instant ? { ...body, scheduledFor: when.instant, timezone: when.zone } : body
  if (!when) return { ...body, plannedFor: null, timezone: content.zone }
  return when.instant ? { ...body, plannedFor: when.instant, timezone: when.zone } : body
}

/** Whether the post has all that the body of a request says. */
export function holds(post: EditablePost, body: string, zone: string): boolean {
  const said = JSON.parse(body) as Record<string, unknown>
  const now = JSON.parse(JSON.stringify(keptOf(contentOf(post, zone), post.status))) as Record<string, unknown>
  // A draft without a plan is shown in the zone of the browser.
  return Object.keys(said).every((name) => (name === 'timezone' && !said['plannedFor'] && !said['scheduledFor']) || JSON.stringify(said[name]) === JSON.stringify(now[name]))
}

/** Whether the post has all of the content, which it has not while nobody knows which instant the time is. */
export function isThere(content: Content, post: EditablePost, zone: string): boolean {
  return content.when?.instant !== null && holds(post, JSON.stringify(keptOf(content, post.status)), zone)
}

/** Whether the post can no longer be changed, since it is on its way or out. */
export function isOver(post: Pick<Post, 'status'>): boolean {
  return post.status !== 'DRAFT' && post.status !== 'SCHEDULED'
}

/** What keeps the service from taking the content for now; null when it takes it. */
export function tooLong(content: Content): string | null {
  const over = (text: string, most: number, what: string) => {
    const n = length(sendable(text)) - most
    return n > 0 ? `${what} is ${n.toLocaleString('en-GB')} ${n === 1 ? 'character' : 'characters'} too long to be saved` : null
  }
  return over(content.caption, maxCaption, 'The caption') ?? (has.altText(content.kind) ? over(content.altText, maxAltText, 'The alt text') : null)
    ?? (has.firstComment(content.kind) ? over(content.firstComment ?? '', maxFirstComment, 'The first comment') : null)
    ?? (has.altTexts(content.kind) ? (altTextsOf(content) ?? []).map((text, at) => over(text, maxAltText, `The alt text of picture ${at + 1}`)).find((text) => text !== null) ?? null : null)
}

/** Whether the file is a video. */
export const isVideo = (file: Pick<MediaFile, 'mimeType'>) => file.mimeType.startsWith('video/')

export interface Choice {
  kind: Kind
  name: string
  /** How the files suit it, or why they do not. */
  says: string
  isPossible: boolean
}

type Typed = Pick<MediaFile, 'mimeType'>

/** Why the files cannot be a post of the kind, by how many they are and of what; null when they can. */
function reasonOf(kind: Kind, files: readonly Typed[]): string | null {
  const n = files.length
  const films = files.filter(isVideo).length
  if (kind === 'CAROUSEL') return n === 0 ? 'two files or more' : n < minCarousel ? 'needs one more' : n > maxCarousel ? `${maxCarousel} files at most` : null
  if (kind === 'REELS' && n > 0) return films === 0 ? 'needs a video' : n > 1 ? 'one video only' : null
  if (kind === 'IMAGE' && n === 1 && films === 1) return 'it is a video'
  return n < 2 ? null : films === 0 ? 'one picture only' : films === n ? 'one video only' : 'one file only'
}

const lacks: Record<Kind, string> = { IMAGE: 'one picture', CAROUSEL: 'two files or more', REELS: 'one video', STORIES: 'picture or video' }

/** How the files suit a kind that takes files such as these, by what the service says of the films among them. */
function suits(kind: Kind, checks: readonly FilmCheck[]): { says: string; isPossible: boolean } {
  const uses = checks.flatMap((check) => check.uses.filter((use) => use.mediaType === kind))
  const problems = uses.flatMap((use) => use.problems)
  const final = problems.find((problem) => problem.fixes.length === 0)
  if (final) return { says: final.limit, isPossible: false }
  const most = Math.min(...uses.map((use) => use.longestSeconds ?? Infinity))
  return { says: `${problems.length > 0 ? 'can be made to fit' : 'fits'}${most < 100 ? `, ${most} s at most` : ''}`, isPossible: true }
}

const kindNames: [Kind, string][] = [['IMAGE', 'Picture'], ['CAROUSEL', 'Carousel'], ['REELS', 'Reel'], ['STORIES', 'Story']]

/** What a post of these files can be, and why not. */
export function choicesOf(files: readonly Typed[], checks: readonly FilmCheck[] = []): Choice[] {
  return kindNames.map(([kind, name]) => {
    const reason = reasonOf(kind, files)
    const how = files.length === 0 || reason !== null ? { says: reason ?? lacks[kind], isPossible: reason === null } : suits(kind, checks)
    return { kind, name, ...how }
  })
}

/** The kind that the files allow: the present one if they do. */
export function kindFor(files: readonly Pick<MediaFile, 'mimeType'>[], present: Kind): Kind {
  if (reasonOf(present, files) === null) return present
  return kindNames.find(([kind]) => reasonOf(kind, files) === null)?.[0] ?? 'IMAGE'
}

/** What a post of the kind is called in a sentence. */
export function kindName(kind: Kind): string {
  return kindNames.find(([other]) => other === kind)?.[1].toLowerCase() ?? 'post'
}
