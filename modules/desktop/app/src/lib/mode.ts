/** The network that posts go to, as the page was served. */
export const mode: 'sandbox' | 'live' = document.documentElement.dataset['mode'] === 'sandbox' ? 'sandbox' : 'live'
