// Before the first picture, so that nobody who chose the dark sees a white flash.
try {
  const theme = localStorage.getItem('crier.theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {}
