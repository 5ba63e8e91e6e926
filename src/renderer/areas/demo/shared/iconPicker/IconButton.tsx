import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger, tokens } from '@fluentui/react-components'
import { ChevronDownRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { IconPicker } from './IconPicker.tsx'
import { ICONS } from './icons.ts'

const useStyles = makeStyles({
  surface: { boxSizing: 'border-box', width: '760px', maxWidth: '90vw' },
  text: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
  icon: { fontSize: '20px', lineHeight: 0 },
})

interface Props {
  label: string
  /** Name of an icon; '' for none. */
  value: string
  onChange: (name: string) => void
  disabled?: boolean
}

/** The chosen icon as a button; it opens the picker. */
export function IconButton({ label, value, onChange, disabled = false }: Props) {
  const styles = useStyles()
  const [open, setOpen] = useState(false)
  const chosen = ICONS.find(({ name }) => name === value)
  const text = chosen ? chosen.words : value || '请选择图标'
  return (
    <Popover open={open} onOpenChange={(_event, data) => setOpen(data.open)} trapFocus positioning="below-start">
      <PopoverTrigger disableButtonEnhancement>
        <Button disabled={disabled} icon={<ChevronDownRegular />} iconPosition="after" aria-label={`${label} ${text}`}>
          <span className={styles.text}>
            {chosen && (
              <span className={styles.icon}>
                <chosen.Icon />
              </span>
            )}
            {text}
          </span>
        </Button>
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={label}>
        <IconPicker
          value={value}
          onChoose={(name) => {
            onChange(name)
            setOpen(false)
          }}
        />
      </PopoverSurface>
    </Popover>
  )
}
