import { makeStyles, tokens } from '@fluentui/react-components'
import { encodeQR } from 'qr'
import { useMemo } from 'react'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const useStyles = makeStyles({
  // Cameras need dark on light with a quiet zone, in the dark theme too.
  root: {
    display: 'block',
    width: '184px',
    height: '184px',
    backgroundColor: PAPER.white,
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})

/** A QR code, generated in the page: the text is sent nowhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const styles = useStyles()
  const { size, path } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className={styles.root}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

/** One square of the path for each dark module; the quiet edge of four modules is in it. */
function drawn(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
  const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size: rows.length, path: squares.join('') }
}
