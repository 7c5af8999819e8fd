// A fake of the network's publishing API, with a ledger of what it was asked and faults that tests give to it. State is
// kept by account, so that tests that run side by side do not meet.

import { TestServer } from "./server.mjs";

const day = 24 * 60 * 60 * 1000;

/**
 * A fault is what happens to calls of an operation: create, status, publish, media, list, refresh, comment, comments.
 *
 *     before   the connection ends before the call is carried out     after   after it was
 *     error    the network's error {code, subcode}                    live    the same, after it was carried out
 *     html     a proxy's page with status 502                         empty   nothing under status 200
 *     hang     no answer ever, after it was carried out
 *     odd      the answer with the members of body in it, and with a header
 *
 * Comments that are hidden are on the account's media, and no list shows them. One with an id befalls calls for that object alone. An account's listLag is how many reads of its list leave out what is made from
 * then on; its clock is so many milliseconds ahead, and dateless answers do not tell it. A refreshed token is the account's from then on;
 * the one before stays good while it is among the former ones.
 */
export class Fake extends TestServer {
  constructor(world) {
    super(world);
    this.accounts = new Map();
    this.objects = new Map();
    this.ledger = [];
    this.next = 17900000000000000n;
    this.unexpected = [];
    this.reads = [];
  }

  account(id) {
    if (!this.accounts.has(id)) {
      this.accounts.set(id, { id, token: `token-${id}`, media: [], faults: [], polls: 0, cap: Infinity, containers: [], hooks: {}, listLag: 0, comments: [], ahead: 0, former: [], renewals: 0, life: 60 * 24 * 60 * 60 });
    }
    return this.accounts.get(id);
  }

  /** calls returns what the account's operation was asked, oldest first. */
  calls(id, op) {
    return this.ledger.filter((c) => c.account === id && (op === undefined || c.op === op));
  }

  async answer(req, res, body) {
    const url = new URL(req.url, this.base);
    const params = Object.fromEntries(req.method === "POST" ? new URLSearchParams(body) : url.searchParams);
    const call = this.route(req.method, url.pathname, params);
    if (!call) {
      this.unexpected.push(`${req.method} ${url.pathname}`);
      return send(res, 400, error(2500, 0));
    }
    res.sendDate = false;
    if (!call.account.dateless) {
      res.setHeader("Date", new Date(this.world.now + call.account.ahead).toUTCString());
    }
    this.ledger.push({ op: call.op, account: call.account.id, params, at: this.world.now, token: req.headers.authorization });
    const hooked = call.account.hooks[call.op]?.(params);
    if (hooked) {
      await this.world.hold(req, hooked);
    }
    this.perform(call, req, res);
  }

  perform(call, req, res) {
    const { account } = call;
    const fault = account.faults.find((f) => f.op === call.op && (f.id === undefined || f.id === call.id) && (f.skip === undefined || f.skip-- <= 0) && (f.times === undefined || f.times-- > 0));
    if (fault?.kind === "before") {
      return req.socket.destroy();
    }
    if (fault?.kind === "error") {
      return send(res, fault.http ?? 400, error(fault.code, fault.subcode ?? 0, fault.message));
    }
    if (call.op !== "refresh" && ![account.token, ...account.former].some((token) => req.headers.authorization === `Bearer ${token}`)) {
      return send(res, 400, error(190, 463));
    }
    const [status, answer] = call.act();
    switch (fault?.kind) {
      case "after":
        return req.socket.destroy();
      case "live":
        return send(res, fault.http ?? 400, error(fault.code, fault.subcode ?? 0));
      case "html":
        res.writeHead(502, { "Content-Type": "text/html" });
        return res.end("<html><body>Bad gateway</body></html>");
      case "empty":
        return res.writeHead(200).end();
      case "odd":
        if (fault.header) {
          res.setHeader(...fault.header);
        }
        return send(res, status, { ...answer, ...fault.body });
      case "hang":
        return void this.world.hold(req, new Promise(() => undefined));
      default:
        send(res, status, answer);
    }
  }

  route(method, path, params) {
    if (method === "GET" && path === "/refresh_access_token") {
      const account = [...this.accounts.values()].find((a) => [a.token, ...a.former].includes(params.access_token));
      return account && params.grant_type === "ig_refresh_token" ? { op: "refresh", account, act: () => this.refresh(account) } : null;
    }
    const [, version, id, edge] = path.split("/");
    if (version !== "v25.0" || !/^\d+$/.test(id ?? "")) {
      return null;
    }
    const known = this.objects.get(id);
    if (edge === undefined && method === "GET") {
      return known ? this.read(known) : null;
    }
    if (edge === "comments" && known?.media) {
      const { account, media } = known;
      return method === "POST"
        ? { op: "comment", account, act: () => this.comment(account, media, params.message) }
        : { op: "comments", account, act: () => this.said(account, media, params) };
    }
    const account = this.account(id);
    switch (`${method} ${edge}`) {
      case "POST media":
        return { op: "create", account, act: () => this.create(account, params) };
      case "POST media_publish":
        return { op: "publish", id: params.creation_id, account, act: () => this.publish(account, params.creation_id) };
      case "GET media":
        return { op: "list", account, act: () => this.list(account, (m) => m.media_product_type !== "STORY", params) };
      case "GET stories":
        return { op: "list", account, act: () => this.list(account, (m) => m.media_product_type === "STORY", params) };
      default:
        return null;
    }
  }

  refresh(account) {
    account.former.push(account.token);
    account.token = `token-${account.id}-${++account.renewals}`;
    return [200, { access_token: account.token, token_type: "bearer", expires_in: account.life, permissions: "" }];
  }

  read(object) {
    if (object.container) {
      return { op: "status", id: object.id, account: object.account, act: () => [200, this.status(object)] };
    }
    return { op: "media", account: object.account, act: () => [200, object.media] };
  }

  id() {
    return String(this.next++);
  }

  create(account, params) {
    const children = params.children?.split(",").map((id) => this.objects.get(id));
    if (children?.some((c) => c?.status !== "FINISHED")) {
      return [400, error(9007, 2207027)];
    }
    const container = { container: true, id: this.id(), account, params, children, status: "IN_PROGRESS", polls: account.polls, made: this.world.now };
    this.objects.set(container.id, container);
    account.containers.push(container);
    return [200, { id: container.id }];
  }

  status(container) {
    if (container.status === "IN_PROGRESS" && container.polls-- <= 0) {
      container.status = container.account.end ?? "FINISHED";
    }
    return { status_code: container.account.codeless ? "" : container.status, status: container.account.text ?? `${container.status}: as the network words it`, id: container.id };
  }

  publish(account, id) {
    const container = this.objects.get(id);
    if (container?.status !== "FINISHED") {
      account.republished = (account.republished ?? 0) + (container?.status === "PUBLISHED" ? 1 : 0);
      return [400, error(9007, 2207027)];
    }
    if (account.media.length >= account.cap) {
      return [400, error(9, 2207042)];
    }
    container.status = "PUBLISHED";
    container.media = this.put(account, container.params).id;
    return [200, { id: container.media }];
  }

  /** put makes a media of the account, as a publish call does or somebody by hand. */
  put(account, params, at = this.world.now + account.ahead) {
    const kind = params.media_type ?? "IMAGE";
    const media = {
      id: this.id(), caption: params.caption, permalink: `https://www.instagram.com/p/${this.next}/`,
      media_type: { CAROUSEL: "CAROUSEL_ALBUM", REELS: "VIDEO" }[kind] ?? (params.video_url ? "VIDEO" : "IMAGE"),
      media_product_type: { REELS: "REELS", STORIES: "STORY" }[kind] ?? "FEED",
      timestamp: new Date(at).toISOString().replace(/\.\d+Z$/, "+0000"),
    };
    // The latest first, and of one second what was made last.
    const place = account.media.findIndex((m) => m.timestamp <= media.timestamp);
    account.media.splice(place < 0 ? account.media.length : place, 0, media);
    this.objects.set(media.id, { account, media, unlisted: account.listLag });
    return media;
  }

  /** comment makes a comment below a media, as a call does or somebody by hand. */
  comment(account, media, text, username = `user${account.id}`) {
    const at = new Date(this.world.now + account.ahead).toISOString().replace(/\.\d+Z$/, "+0000");
    const made = { id: this.id(), text, username, timestamp: at, of: media.id, isHidden: account.hidesComments === true };
    account.comments.unshift(made);
    return [200, { id: made.id }];
  }

  said(account, media, params) {
    return this.paged(params, () => account.comments.filter((c) => c.of === media.id && !c.isHidden).map(({ of, isHidden, ...shown }) => shown));
  }

  list(account, fits, params) {
    return this.paged(params, () => this.listed(account, fits));
  }

  /** paged returns a page of what a read has found, two of it. */
  paged(params, find) {
    const [read, from] = params.after?.split("-").map(Number) ?? [this.reads.push(find()) - 1, 0];
    const all = this.reads[read];
    const more = from + 2 < all.length;
    return [200, { data: all.slice(from, from + 2), paging: { cursors: { after: `${read}-${from + 2}` }, ...(more ? { next: `${this.base}/elsewhere?access_token=x` } : {}) } }];
  }

  /** listed returns what a read of a list shows, and counts it down for what is left out. */
  listed(account, fits) {
    const young = account.media.filter((m) => fits(m) && !(this.world.now + account.ahead - Date.parse(m.timestamp.replace("+0000", "Z")) >= 30 * day));
    return young.filter((m) => this.objects.get(m.id).unlisted-- <= 0);
  }
}

function error(code, error_subcode, message = "as the network words it") {
  return { error: { message, type: "OAuthException", code, error_subcode, fbtrace_id: "AtraceOfTheFake" } };
}

function send(res, status, body) {
  res.writeHead(status, { "Content-Type": "application/json; charset=UTF-8" });
  res.end(JSON.stringify(body));
}
