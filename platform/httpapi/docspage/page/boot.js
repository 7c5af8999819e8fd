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
  SwaggerUIBundle({
    domNode: reference,
    url: reference.dataset.spec,
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
})();
