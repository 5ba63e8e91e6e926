import { Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components'
import { memo } from 'react'
import type { ChosenField } from '../draft/draft.ts'

const useStyles = makeStyles({
  root: { minWidth: 0, margin: 0, padding: 0, border: 'none' },
  boxes: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
    marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})`,
  },
})

type Flag = { [K in keyof ChosenField]: ChosenField[K] extends boolean ? K : never }[keyof ChosenField]

interface NamedFlag {
  key: Flag
  title: string
}

interface Props {
  title: string
  flags: readonly NamedFlag[]
  field: ChosenField
  /** Always the same function, or typing draws all boxes again. */
  onEdit: (patch: Partial<ChosenField>) => void
}

/** Some yes/no properties of a field. */
export function FlagGroup({ title, flags, field, onEdit }: Props) {
  const styles = useStyles()
  return (
    <fieldset className={styles.root} aria-label={title}>
      <Text>{title}</Text>
      <div className={styles.boxes}>
        {flags.map((flag) => (
          <FlagBox key={flag.key} flag={flag} checked={field[flag.key]} onEdit={onEdit} />
        ))}
      </div>
    </fieldset>
  )
}

interface BoxProps {
  flag: NamedFlag
  checked: boolean
  onEdit: Props['onEdit']
}

const FlagBox = memo(function FlagBox({ flag, checked, onEdit }: BoxProps) {
  return (
    <Checkbox
      label={flag.title}
      checked={checked}
      onChange={(_event, data) => onEdit({ [flag.key]: data.checked === true })}
    />
  )
})
