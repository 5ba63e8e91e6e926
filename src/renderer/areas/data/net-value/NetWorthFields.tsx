import { makeStyles, tokens } from '@fluentui/react-components'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { NET_VALUE, NET_VALUE_LABELS as LABELS } from '#renderer/areas/data/net-value/text.ts'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    // Two columns; one where there is no room for two.
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, max(240px, 40%)), 1fr))',
    gap: tokens.spacingVerticalL,
    columnGap: tokens.spacingHorizontalXL,
    alignItems: 'start',
  },
})

const PRODUCT = ['productCode', 'productName', 'productTypeName'] as const
const OPTIONAL = ['accumulValue', 'fundIncome', 'sevenAnnualized'] as const

type Name = (typeof PRODUCT)[number] | (typeof OPTIONAL)[number] | 'nwTime' | 'state' | 'naValue'

interface Props<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>
  /** The product is chosen when a value is added, and stays. */
  product: boolean
}

/** The fields of a net value (B·§5). */
export function NetWorthFields<In extends FieldValues & Partial<Record<Name, unknown>>, Out>(props: Props<In, Out>) {
  const { control, product } = props
  const styles = useStyles()
  const at = (name: Name) => ({ control, name: name as FieldPath<In>, label: LABELS[name] })
  return (
    <div className={styles.root}>
      {product &&
        PRODUCT.map((name, index) => (
          <TextField key={name} {...at(name)} required={name !== 'productTypeName'} autoFocus={index === 0} />
        ))}
      <DayField {...at('nwTime')} required />
      <TextField {...at('state')} />
      <TextField {...at('naValue')} required hint={NET_VALUE.amountHint} autoFocus={!product} />
      {OPTIONAL.map((name) => (
        <TextField key={name} {...at(name)} />
      ))}
    </div>
  )
}
