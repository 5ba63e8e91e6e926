import { makeStyles, tokens } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import type { PDFDocumentProxy } from './pdf.ts'
import type { Size } from './zoom.ts'

const useStyles = makeStyles({
  root: { flex: 'none', backgroundColor: 'white', boxShadow: tokens.shadow4 },
  canvas: { display: 'block', width: '100%', height: '100%' },
})

/** CSS pixels per point: 100 % is the size on paper. */
const UNIT = 96 / 72

interface Props {
  pdf: PDFDocumentProxy
  /** From 1. */
  number: number
  /** Used until the page's own size is known. */
  size: Size
  scale: number
}

/** One page, rendered while it is near the view. */
export function PdfPage({ pdf, number, size, scale }: Props) {
  const styles = useStyles()
  const root = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(false)
  const [own, setOwn] = useState(size)

  useEffect(() => {
    if (!root.current) return undefined
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '800px',
    })
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (!near) return undefined
    let stop = (): void => {}
    let isDisposed = false
    const draw = async (): Promise<void> => {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      if (isDisposed || !canvas.current) return
      setOwn({ width, height })
      const viewport = page.getViewport({ scale: scale * UNIT * devicePixelRatio })
      canvas.current.width = Math.floor(viewport.width)
      canvas.current.height = Math.floor(viewport.height)
      const task = page.render({ canvas: canvas.current, viewport })
      stop = () => task.cancel()
      await task.promise
    }
    // A page that can't be rendered stays white; the others are still shown.
    draw().catch(() => undefined)
    return () => {
      isDisposed = true
      stop()
    }
  }, [near, pdf, number, scale])

  return (
    <div
      ref={root}
      className={styles.root}
      style={{ width: own.width * UNIT * scale, height: own.height * UNIT * scale }}
    >
      {near && <canvas ref={canvas} className={styles.canvas} role="img" aria-label={`第 ${number} 页`} />}
    </div>
  )
}
