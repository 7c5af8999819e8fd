// A worker that has another one's cron fire, at the time that the query tells, in milliseconds.

export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url);
    const { outcome } = await env.WORKER.scheduled({ cron: searchParams.get("cron"), scheduledTime: new Date(Number(searchParams.get("time"))) });
    return new Response(outcome, { status: outcome === "ok" ? 200 : 500 });
  },
};
