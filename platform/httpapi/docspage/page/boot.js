"use strict";

// A file of its own, because the page's policy allows no script inside the page.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", paint);
  paint();

  // The document names the service by one of its addresses, and the page may have been opened by another (localhost,
  // [::1], another port). They are the same service, so requests go to the one that served the page.
  const loopback = ["127.0.0.1", "localhost", "[::1]"];
  const toThisService = (request) => {
    const url = new URL(request.url, location.href);
    if (loopback.includes(url.hostname)) {
      request.url = location.origin + url.pathname + url.search;
    }
    return request;
  };

  const reference = document.getElementById("reference");

  // What the page shows is the document, arranged for somebody who tries it by hand. Clients get the document as it is.
  const sections = ["Posts", "Schedule", "Media", "Auth", "Settings", "Story repost", "Cloud", "Health"];
  const place = (tag) => (sections.indexOf(tag.name) + sections.length) % sections.length;
  const arrange = (doc) => {
    // The guides say the rest, and the operations come into view without scrolling.
    const [first] = (doc.info.description || "").split("\n\n");
    doc.info.description = `${first}\n\n[Publish with curl](/docs/quickstart) leads to a first post; [Write a client](/docs/client) has what every client needs to know.`;
    // The port is the one that Crier has, also in the commands that the page shows.
    doc.servers = [{ url: location.origin + new URL((doc.servers?.[0] ?? { url: "/" }).url, location.href).pathname }];
    doc.tags?.sort((a, b) => place(a) - place(b));
    for (const operations of Object.values(doc.paths)) {
      for (const operation of Object.values(operations)) {
        operation.parameters?.filter((p) => p.name === "Idempotency-Key").forEach(leaveEmpty);
        const body = operation.requestBody?.content?.["application/json"];
        if (body?.examples?.image) {
          body.examples = beginWithPicture(body.examples);
        }
      }
    }
    return doc;
  };

  // A key that is filled in would be sent with every request that is tried: the second is refused then, or answered with the first post.
  const leaveEmpty = (parameter) => {
    delete parameter.example;
    delete parameter.schema?.examples;
  };

  // The example that is shown first is a plain picture, of an account that there is.
  const beginWithPicture = ({ image, ...others }) => {
    const { userTags, altText, ...plain } = image.value;
    const examples = { image: { summary: "A picture with a caption: put in the id of a file that you have uploaded", value: plain }, ...others };
    if (reference.dataset.account) {
      for (const example of Object.values(examples)) {
        example.value = { ...example.value, accountId: reference.dataset.account };
      }
    }
    return examples;
  };

  const draw = (source) => SwaggerUIBundle({
    ...source,
    domNode: reference,
    layout: "BaseLayout",
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: 0,
    // Typed keys stay in this tab's memory: the browser's storage outlives the service and is shared by its port.
    persistAuthorization: false,
    // The badge would send the document's address to a foreign server.
    validatorUrl: null,
    requestInterceptor: toThisService,
  });

  fetch(reference.dataset.spec)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
    .then((doc) => draw({ spec: arrange(doc) }), () => draw({ url: reference.dataset.spec }));
})();
