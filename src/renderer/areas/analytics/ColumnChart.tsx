import { makeStyles, Text, tokens } from '@fluentui/react-components'
import { useEffect, useId, useRef, useState } from 'react'

const HEIGHT = 180
const TOP_MARGIN = 12
const LABEL_HEIGHT = 20
/** Horizontal grid lines above zero. */
const GRID_LINES = 4

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, minWidth: 0 },
  head: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM, minHeight: '20px' },
  said: { fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
  chart: {
    display: 'block',
    width: '100%',
    height: `${HEIGHT}px`,
  },
  line: { stroke: tokens.colorNeutralStroke2 },
  bar: { fill: tokens.colorBrandBackground },
  other: { fill: tokens.colorBrandBackground, opacity: 0.55 },
  text: { fill: tokens.colorNeutralForeground3, fontSize: '11px', fontVariantNumeric: 'tabular-nums' },
})

interface ChartPoint {
  name: string
  value: number
  /** Shown after the name while the pointer is over the column. */
  text: string
}

interface Props {
  title: string
  points: readonly ChartPoint[]
  /** Label below a column; the name by default. */
  label?: (name: string) => string
}

/** The next value that the grid lines divide evenly: 4, 8, 12, 20, 40, 80 … */
function roundUpToScale(value: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  return [2, 4, 8, 12].map((times) => times * step).find((each) => each >= value) ?? value
}

/** A column chart over time. The text shows the column under the pointer; screen readers get all values. */
export function ColumnChart({ title, points, label: formatLabel = (name) => name }: Props) {
  const styles = useStyles()
  const id = useId()
  const [hoveredIndex, setHoveredIndex] = useState<number | null>(null)
  const maxValue = roundUpToScale(Math.max(GRID_LINES, ...points.map(({ value }) => value)))
  const chart = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(640)
  useEffect(() => {
    const { current } = chart
    if (!current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(240, entry?.contentRect.width ?? 0)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  const left = 44
  const columnWidth = (width - left) / Math.max(1, points.length)
  const y = (value: number): number => HEIGHT - LABEL_HEIGHT - (value / maxValue) * (HEIGHT - LABEL_HEIGHT - TOP_MARGIN)
  const labelStep = Math.ceil(points.length / Math.max(1, Math.floor((width - left) / 44)))
  const hoveredPoint = hoveredIndex === null ? undefined : points[hoveredIndex]
  return (
    <figure className={styles.root} aria-labelledby={id}>
      <figcaption className={styles.head}>
        <Text id={id} weight="semibold">
          {title}
        </Text>
        <Text className={styles.said}>{hoveredPoint ? `${hoveredPoint.name}　${hoveredPoint.text}` : ''}</Text>
      </figcaption>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        ref={chart}
        role="img"
        aria-label={`${title}：${points.map(({ name, text }) => `${name} ${text}`).join('；')}`}
        onPointerLeave={() => setHoveredIndex(null)}
      >
        {Array.from({ length: GRID_LINES + 1 }, (_none, line) => (
          <g key={line}>
            <line
              className={styles.line}
              x1={left}
              x2={width}
              y1={y((maxValue / GRID_LINES) * line)}
              y2={y((maxValue / GRID_LINES) * line)}
            />
            <text className={styles.text} x={left - 6} y={y((maxValue / GRID_LINES) * line) + 4} textAnchor="end">
              {Math.round((maxValue / GRID_LINES) * line).toLocaleString('zh-CN')}
            </text>
          </g>
        ))}
        {points.map(({ name, value }, index) => (
          <g key={name} onPointerEnter={() => setHoveredIndex(index)}>
            <rect
              x={left + index * columnWidth}
              y={TOP_MARGIN}
              width={columnWidth}
              height={HEIGHT - LABEL_HEIGHT - TOP_MARGIN}
              fill="transparent"
            />
            <rect
              className={hoveredIndex === null || hoveredIndex === index ? styles.bar : styles.other}
              x={left + index * columnWidth + columnWidth * 0.2}
              y={y(value)}
              width={Math.min(columnWidth * 0.6, 48)}
              height={Math.max(0, HEIGHT - LABEL_HEIGHT - y(value))}
            />
            {index % labelStep === 0 && (
              <text className={styles.text} x={left + index * columnWidth + columnWidth * 0.2} y={HEIGHT - 5}>
                {formatLabel(name)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  )
}
