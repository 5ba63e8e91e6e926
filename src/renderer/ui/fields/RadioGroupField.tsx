import { Button, makeStyles, Radio, RadioGroup, tokens } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from './bound.ts'
import { type Choice, choiceKey, findChoice } from './choices.ts'
import { FieldFrame } from './FieldFrame.tsx'
import { focusRef } from './focusRef.ts'

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'center', minWidth: 0 },
  // In line with the label above.
  root: { flexWrap: 'wrap', marginInlineStart: `calc(-1 * ${tokens.spacingHorizontalS})` },
})

interface Extras {
  options: readonly Choice[]
  layout?: 'horizontal' | 'vertical'
  /** Lets the user clear the choice; the value then becomes this one. */
  clearTo?: string | number | null
}

/** One of a few values, as radio buttons. */
export function RadioGroupField<In extends FieldValues, Out>(props: Bound<In, Out> & Extras) {
  const { options, layout = 'horizontal', clearTo, disabled, ...frame } = props
  const styles = useStyles()
  return (
    <FieldFrame {...frame}>
      {({ value, onChange, onBlur, ref }) => (
        <div className={styles.row}>
          <RadioGroup
            ref={focusRef(ref)}
            className={styles.root}
            layout={layout}
            disabled={disabled ?? false}
            value={typeof value === 'string' || typeof value === 'number' ? choiceKey(value) : ''}
            onBlur={onBlur}
            onChange={(_event, data) => onChange(findChoice(options, data.value)?.value)}
          >
            {options.map((option) => (
              <Radio
                key={choiceKey(option.value)}
                value={choiceKey(option.value)}
                label={option.title}
                disabled={(disabled ?? false) || (option.disabled ?? false)}
              />
            ))}
          </RadioGroup>
          {clearTo !== undefined && !disabled && findChoice(options, choiceKey(value)) && (
            <Button
              appearance="subtle"
              size="small"
              icon={<DismissRegular />}
              aria-label={`清空${props.label}`}
              onClick={() => onChange(clearTo)}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}
