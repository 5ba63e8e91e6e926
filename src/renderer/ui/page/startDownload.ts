/** Lets the browser download an address of the host as a file of that name. */
export function startDownload(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
