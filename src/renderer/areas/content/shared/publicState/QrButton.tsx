import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, Text, tokens } from '@fluentui/react-components'
import { QrCodeRegular } from '@fluentui/react-icons'
import { useMemo } from 'react'
import { encode } from 'uqr'

const useStyles = makeStyles({
  surface: { display: 'grid', justifyItems: 'center', gap: tokens.spacingVerticalS },
  // Phones read dark on light alone, whatever the theme is.
  code: { width: '180px', height: '180px', backgroundColor: 'white', color: 'black' },
})

/** 二维码: opens an address on a phone. */
export function QrButton({ url }: { url: string }) {
  const styles = useStyles()
  return (
    <Popover withArrow trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <Button size="small" icon={<QrCodeRegular />}>
          二维码
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label="网页的二维码">
        <QrCode url={url} className={styles.code} />
        <Text size={200}>用手机扫码打开网页</Text>
      </PopoverSurface>
    </Popover>
  )
}

/** Light modules around the code, which readers need. */
const BORDER = 4

function QrCode({ url, className }: { url: string; className: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: modules } = encode(url, { ecc: 'M', border: BORDER })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size: modules, path: squares.join('') }
  }, [url])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={`二维码：${url}`}
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
