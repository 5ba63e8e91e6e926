import {
  Button,
  Dropdown,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Option,
} from '@fluentui/react-components'
import {
  CheckmarkSquareRegular,
  ChevronDownRegular,
  CopyRegular,
  ArrowCollapseAllRegular,
  ArrowExpandAllRegular,
} from '@fluentui/react-icons'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { ROLE_DIALOG } from '../text.ts'

export type Shown = keyof typeof ROLE_DIALOG.show
const SHOWN = Object.keys(ROLE_DIALOG.show) as Shown[]

const useStyles = makeStyles({
  search: { width: '190px' },
  show: { minWidth: '120px', width: '120px' },
  list: { maxHeight: '360px' },
})

interface Props {
  text: string
  onText: (text: string) => void
  shown: Shown
  onShown: (shown: Shown) => void
  /** Is everything that is shown ticked? */
  all: boolean
  onAll: () => void
  folded: boolean
  onFold: () => void
  settings: readonly { id: number; name: string }[]
  onBatch: (code: number, on: boolean) => void
  /** undefined: there is no other site. */
  onCopySite: (() => void) | undefined
  onCopyRole: () => void
}

/** What is done with the whole tree of a site (C·§2: select all / cancel, collapse / expand). */
export function TreeToolbar(props: Props) {
  const styles = useStyles()
  const { all, folded, settings } = props
  return (
    <Toolbar
      end={
        <Button icon={folded ? <ArrowExpandAllRegular /> : <ArrowCollapseAllRegular />} onClick={props.onFold}>
          {folded ? ROLE_DIALOG.unfold : ROLE_DIALOG.fold}
        </Button>
      }
    >
      <div className={styles.search}>
        <SearchBox value={props.text} onSearch={props.onText} placeholder={ROLE_DIALOG.search} wide />
      </div>
      <Dropdown
        className={styles.show}
        aria-label={ROLE_DIALOG.showLabel}
        value={ROLE_DIALOG.show[props.shown]}
        selectedOptions={[props.shown]}
        onOptionSelect={(_event, { optionValue }) => {
          const chosen = SHOWN.find((each) => each === optionValue)
          if (chosen) props.onShown(chosen)
        }}
      >
        {SHOWN.map((each) => (
          <Option key={each} value={each}>
            {ROLE_DIALOG.show[each]}
          </Option>
        ))}
      </Dropdown>
      <Button icon={<CheckmarkSquareRegular />} onClick={props.onAll}>
        {all ? ROLE_DIALOG.untickAll : ROLE_DIALOG.tickAll}
      </Button>
      {settings.length > 0 && (
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button iconPosition="after" icon={<ChevronDownRegular />}>
              {ROLE_DIALOG.batch}
            </Button>
          </MenuTrigger>
          <MenuPopover className={styles.list}>
            <MenuList>
              {settings.flatMap(({ id, name }) => [
                <MenuItem key={`${id} on`} onClick={() => props.onBatch(id, true)}>
                  {ROLE_DIALOG.batchTick(name)}
                </MenuItem>,
                <MenuItem key={`${id} off`} onClick={() => props.onBatch(id, false)}>
                  {ROLE_DIALOG.batchUntick(name)}
                </MenuItem>,
              ])}
            </MenuList>
          </MenuPopover>
        </Menu>
      )}
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button icon={<CopyRegular />}>{ROLE_DIALOG.copy}</Button>
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {props.onCopySite && <MenuItem onClick={props.onCopySite}>{ROLE_DIALOG.copySite}</MenuItem>}
            <MenuItem onClick={props.onCopyRole}>{ROLE_DIALOG.copyRole}</MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
    </Toolbar>
  )
}
