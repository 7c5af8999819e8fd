// A walk through the API with openapi-fetch and the types that openapi-typescript makes of the document. It wants a
// fresh sandbox network, prints each step and ends with 1 at the first surprise.
//
//   CRIER_URL      the API, such as http://127.0.0.1:7171/api/v1
//   CRIER_API_KEY  an API key
//   CRIER_PICTURES the folder with rotated.jpg and quarters.png
//   CRIER_PAUSE    "stdin": a pause of n seconds is a printed line "pause n", and over when a line is read; a test moves
//                  its clock in between. Without it a pause takes its time.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema"; // in .cache/clients: see TestTypeScriptClient

type Schemas = components["schemas"];

const baseUrl = setting("CRIER_URL");
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${setting("CRIER_API_KEY")}` } });
const stranger = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer svc_live_${"x".repeat(43)}` } });
const lines = process.env["CRIER_PAUSE"] === "stdin" ? createInterface({ input: process.stdin })[Symbol.asyncIterator]() : undefined;

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

async function pause(seconds: number): Promise<void> {
  if (!lines) return new Promise((over) => setTimeout(over, seconds * 1000));
  console.log(`pause ${seconds}`);
  await lines.next();
}

/** The answer of a request that must succeed. */
function answer<T>(result: { data?: T; error?: Schemas["ErrorResponse"]; response: Response }): T {
  if (result.data === undefined) throw new Error(`${result.response.status} ${result.error?.code}: ${result.error?.error}`);
  return result.data;
}

function wantError(result: { error?: Schemas["ErrorResponse"]; response: Response }, status: number, code: Schemas["ErrorResponse"]["code"]): void {
  assert.equal(result.response.status, status);
  assert.equal(result.error?.status, status);
  assert.equal(result.error?.code, code);
  console.log(`refused with ${code}: ${result.error?.error}`);
}

/** An instant is text with milliseconds in UTC, which Date writes the same way. */
function instant(text: string | null): Date {
  assert(text !== null);
  const at = new Date(text);
  assert.equal(at.toISOString(), text);
  return at;
}

async function upload(name: string, type: string): Promise<Schemas["MediaFile"]> {
  const picture = new Blob([readFileSync(`${setting("CRIER_PICTURES")}/${name}`)], { type });
  const file = answer(
    await api.POST("/media/upload", {
      body: { file: name }, // A binary is a string to these types; the form carries the bytes.
      bodySerializer: ({ file }) => {
        const form = new FormData();
        form.append("file", picture, file);
        return form;
      },
    }),
  );
  assert.equal(file.originalFilename, name);
  assert.equal(file.mimeType, "image/jpeg");
  assert(file.isValid && file.validationErrors === null && file.durationSeconds === null);
  assert(file.width !== null && file.width > 0 && file.height !== null && file.fileSize > 0);
  instant(file.createdAt);
  console.log(`uploaded ${name}: ${file.id}`);
  return file;
}

async function getPost(id: string): Promise<Schemas["Post"]> {
  return answer(await api.GET("/posts/{id}", { params: { path: { id } } }));
}

async function publish(accountId: string, mediaFileId: string): Promise<Schemas["Post"]> {
  const request = {
    params: { header: { "Idempotency-Key": randomUUID() } },
    body: { accountId, mediaType: "IMAGE" as const, mediaFileId },
  };
  const queued = answer(await api.POST("/posts/publish", request));
  assert.equal(queued.status, "QUEUED");
  assert.equal(answer(await api.POST("/posts/publish", request)).postId, queued.postId);
  let post: Schemas["Post"];
  do {
    await pause(4);
    post = await getPost(queued.postId);
    console.log(`post ${post.id} is ${post.status}`);
    assert(post.status !== "FAILED", `${post.errorCode}: ${post.errorMessage}`);
  } while (post.status !== "PUBLISHED");
  assert.equal(post.mediaFiles[0]?.id, mediaFileId);
  assert(post.caption === null && post.errorCode === null && post.scheduledFor === null && !post.isScheduled);
  assert(post.snMediaId !== null && post.snPermalink?.startsWith("http"));
  assert(instant(post.publishedAt) >= instant(post.createdAt));
  console.log(`published ${post.id}: ${post.snPermalink}`);
  return post;
}

async function schedule(accountId: string, mediaFileId: string): Promise<Schemas["Post"]> {
  const now = instant(answer(await api.GET("/health")).timestamp).getTime();
  const scheduledFor = new Date(now + 3_600_000).toISOString();
  const scheduled = answer(
    await api.POST("/schedule", {
      body: { accountId, mediaType: "IMAGE", mediaFileId, caption: "Fresh bread", altText: "A loaf", scheduledFor, timezone: "Europe/Berlin" },
    }),
  );
  assert(scheduled.status === "SCHEDULED" && !scheduled.isCloud && scheduled.jobId !== "");
  assert.equal(scheduled.scheduledFor, scheduledFor);
  const path = { id: scheduled.postId };
  const post = answer(await api.GET("/schedule/{id}", { params: { path } }));
  assert(post.status === "SCHEDULED" && post.isScheduled && post.caption === "Fresh bread" && post.publishedAt === null);
  assert.equal(post.scheduledFor, scheduledFor);
  console.log(`scheduled ${post.id} for ${scheduledFor}`);
  return post;
}

/** Moves a post by an hour and clears its alternative text: in a change null and absent differ. */
async function reschedule({ id, scheduledFor: before, caption, timezone }: Schemas["Post"]): Promise<void> {
  const scheduledFor = new Date(instant(before).getTime() + 3_600_000).toISOString();
  const post = answer(await api.PUT("/schedule/{id}", { params: { path: { id } }, body: { scheduledFor, altText: null } }));
  assert.deepEqual([post.id, post.status, post.caption, post.timezone], [id, "SCHEDULED", caption, timezone]);
  assert.equal(post.altText, null);
  assert.equal(post.scheduledFor, scheduledFor);
  console.log(`rescheduled ${id} for ${scheduledFor}`);
}

async function cancel(id: string): Promise<void> {
  const { counts } = answer(await api.GET("/schedule/queue/status"));
  assert.equal(counts.delayed, 1);
  assert.equal(answer(await api.DELETE("/schedule/{id}", { params: { path: { id } } })).success, true);
  const post = await getPost(id);
  assert(post.status === "DRAFT" && !post.isScheduled && post.scheduledFor === null && post.caption === "Fresh bread");
  console.log(`cancelled ${id}`);
}

async function listPosts(newestFirst: string[]): Promise<void> {
  for (const [i, id] of newestFirst.entries()) {
    const page = answer(await api.GET("/posts", { params: { query: { limit: 1, page: i + 1 } } }));
    assert.deepEqual(page.posts.map((p) => p.id), [id]);
    assert.deepEqual([page.total, page.page, page.limit, page.hasMore], [newestFirst.length, i + 1, 1, i + 1 < newestFirst.length]);
  }
  const published = answer(await api.GET("/posts", { params: { query: { status: "PUBLISHED" } } }));
  assert.equal(published.total, 1);
  console.log(`listed ${newestFirst.length} posts`);
}

async function listMedia(newestFirst: string[]): Promise<void> {
  for (const [offset, id] of newestFirst.entries()) {
    const page = answer(await api.GET("/media", { params: { query: { limit: 1, offset, type: "image" } } }));
    assert.deepEqual(page.files.map((f) => f.id), [id]);
    assert.deepEqual([page.total, page.hasMore], [newestFirst.length, offset + 1 < newestFirst.length]);
  }
  console.log(`listed ${newestFirst.length} files`);
}

async function refusals(accountId: string, mediaFileId: string): Promise<void> {
  const unknown = { params: { path: { id: "00000000-0000-4000-8000-000000000000" } } };
  wantError(await api.GET("/posts/{id}", unknown), 404, "NOT_FOUND");
  const long = { accountId, mediaType: "IMAGE" as const, mediaFileId, caption: "x".repeat(2201) };
  wantError(await api.POST("/posts/publish", { body: long }), 400, "VALIDATION_ERROR");
  const lonely = { accountId, mediaType: "CAROUSEL" as const, mediaFileIds: [mediaFileId] };
  wantError(await api.POST("/posts/publish", { body: lonely }), 400, "INVALID_CAROUSEL");
  wantError(await stranger.GET("/auth/me"), 401, "AUTH_INVALID_KEY");
}

async function walk(): Promise<void> {
  const { accounts } = answer(await api.GET("/auth/me"));
  const [account] = accounts;
  assert(account !== undefined && account.loginMethod === "primary");
  const jpeg = await upload("rotated.jpg", "image/jpeg");
  const published = await publish(account.id, jpeg.id);
  const png = await upload("quarters.png", "image/png");
  const scheduled = await schedule(account.id, png.id);
  await reschedule(scheduled);
  await cancel(scheduled.id);
  await listPosts([scheduled.id, published.id]);
  await listMedia([png.id, jpeg.id]);
  await refusals(account.id, png.id);
}

walk().then(
  () => process.exit(0),
  (surprise: unknown) => {
    console.error(surprise);
    process.exit(1);
  },
);
