import { makeStyles, Switch, tokens } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { FieldFrame } from './FieldFrame.tsx'

// In line with the label above.
const useStyles = makeStyles({ root: { marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` } })

/** Yes or no. */
export function SwitchField<In extends FieldValues, Out>(
  props: Bound<In, Out> & {
    /** Words beside the switch for its two states. */
    states?: { on: string; off: string }
  },
) {
  const { states, disabled, ...frame } = props
  const styles = useStyles()
  return (
    <FieldFrame {...frame}>
      {({ value, onChange, onBlur, ref, name }) => (
        <Switch
          ref={ref}
          className={styles.root}
          name={name}
          checked={value === true}
          disabled={disabled ?? false}
          label={states && (value === true ? states.on : states.off)}
          onBlur={onBlur}
          onChange={(_event, { checked }) => onChange(checked)}
        />
      )}
    </FieldFrame>
  )
}
