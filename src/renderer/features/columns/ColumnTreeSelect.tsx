import { makeStyles, Popover, PopoverSurface, PopoverTrigger, tokens, useId } from '@fluentui/react-components'
import { useState } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ChoiceButton } from '#renderer/ui/fields/ChoiceButton.tsx'
import { ColumnTreePanel } from './ColumnTreePanel.tsx'
import { columnTrail } from './columnTreeItems.ts'

const useStyles = makeStyles({
  trigger: { width: '100%' },
  surface: { boxSizing: 'border-box', minWidth: '360px', maxWidth: '90vw', padding: tokens.spacingHorizontalS },
})

const POSITIONING = { position: 'below', align: 'start', matchTargetSize: 'width' } as const

export interface ColumnTreeSelectProps {
  siteId: number
  /** Id of the chosen column; 0 for the top level, or for none. */
  value: number
  onChange: (columnId: number) => void
  label: string
  /** Offers the top level under this title, such as 顶级栏目. */
  rootTitle?: string | undefined
  /** true: neither the column nor its descendants can be chosen. */
  exclude?: ((column: Column) => boolean) | undefined
  /** false: only descendants of the column can be chosen; without any to choose it is left out. */
  fits?: ((column: Column) => boolean) | undefined
  disabled?: boolean | undefined
  /** Id of the label of the form field around it. */
  labelledBy?: string | undefined
}

/** Chooses one column out of a site's tree, with a search and the tree table's keys. */
export function ColumnTreeSelect(props: ColumnTreeSelectProps) {
  const { siteId, value, label, rootTitle, labelledBy, disabled = false } = props
  const styles = useStyles()
  const valueId = useId('column-')
  const [open, setOpen] = useState(false)
  const read = useRead('column.getTree', { siteId, showHiddenMenu: true }, { quiet: true })
  const trail = value === 0 ? [] : columnTrail(read.data ?? [], value)
  const chosen = value === 0 ? rootTitle : trail.at(-1)?.title
  const path = trail.map((column) => column.title).join(' / ')
  const missing = value === 0 ? '请选择栏目' : read.isPending ? '正在加载栏目…' : '栏目不存在，请重新选择'
  const text = chosen ?? missing

  return (
    <Popover open={open} onOpenChange={(_event, data) => setOpen(data.open)} trapFocus positioning={POSITIONING}>
      <PopoverTrigger disableButtonEnhancement>
        <ChoiceButton
          className={styles.trigger}
          disabled={disabled}
          title={path || text}
          text={text}
          isNothing={chosen === undefined}
          textId={valueId}
          {...(labelledBy ? { 'aria-labelledby': `${labelledBy} ${valueId}` } : { 'aria-label': `${label} ${text}` })}
        />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={label}>
        <ColumnTreePanel
          {...{ label, rootTitle, read, value }}
          exclude={props.exclude}
          fits={props.fits}
          trailIds={trail.map((column) => column.id)}
          onPick={(id) => {
            props.onChange(id)
            setOpen(false)
          }}
        />
      </PopoverSurface>
    </Popover>
  )
}
