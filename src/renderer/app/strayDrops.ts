/** Files that are dropped where nothing takes them: the browser would leave the page for them, and with it what is being written. */
export function refuseStrayDrops(): void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  for (const type of ['dragenter', 'dragover', 'drop'] as const) window.addEventListener(type, refuse)
}
