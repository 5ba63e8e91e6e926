import { POLICIES, POLICY_NAMES, type PolicyName } from '#shared/domain/policies.ts'

/** The files for administrators, by path below `resources/policies`, generated from POLICIES. */
export function policyFiles(): Map<string, string> {
  return new Map([
    ['sitecraft.admx', admx()],
    ['zh-CN/sitecraft.adml', adml('zh')],
    ['en-US/sitecraft.adml', adml('en')],
    ['sitecraft.mobileconfig', mobileconfig()],
    ['policy.json', `${JSON.stringify(examples(), null, 2)}\n`],
  ])
}

const KEY = 'SOFTWARE\\Policies\\Sitecraft'
const NAMESPACE = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions'
/** Constant, so that a new version replaces the former one. */
const UUID = ['7f0b6a52-6a0e-4d7e-9d0c-5c1f2f3f9a10', '7f0b6a52-6a0e-4d7e-9d0c-5c1f2f3f9a11']

const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each] ?? each)

const examples = (): Record<string, unknown> =>
  Object.fromEntries(POLICY_NAMES.map((name) => [name, POLICIES[name].example]))

const head = (element: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${element} xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" revision="1.0" schemaVersion="1.0" xmlns="${NAMESPACE}">`

function admx(): string {
  const policies = POLICY_NAMES.map((name) => {
    const isFlag = POLICIES[name].kind === 'flag'
    const attributes = [
      `name="${name}" class="Both" displayName="$(string.${name})" explainText="$(string.${name}_Text)"`,
      `key="${KEY}"`,
      isFlag ? `valueName="${name}"` : `presentation="$(presentation.${name})"`,
    ].join(' ')
    return `    <policy ${attributes}>
      <parentCategory ref="Sitecraft" />
      <supportedOn ref="SUPPORTED" />
${isFlag ? ON_OFF : `      <elements>\n${elementOf(name)}\n      </elements>`}
    </policy>`
  })
  return `${head('policyDefinitions')}
  <policyNamespaces>
    <target prefix="sitecraft" namespace="Sitecraft.Policies" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED" displayName="$(string.SUPPORTED)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Sitecraft" displayName="$(string.Sitecraft)" />
  </categories>
  <policies>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`
}

const ON_OFF = `      <enabledValue>
        <decimal value="1" />
      </enabledValue>
      <disabledValue>
        <decimal value="0" />
      </disabledValue>`

function elementOf(name: PolicyName): string {
  const { kind, choices = [], range = [1, 1] } = POLICIES[name]
  if (kind === 'list') return `        <list id="${name}" key="${KEY}\\${name}" valuePrefix="" />`
  if (kind === 'number') {
    return `        <decimal id="${name}" valueName="${name}" required="true" minValue="${range[0]}" maxValue="${range[1]}" />`
  }
  if (kind === 'choice') {
    const items = choices.map(
      ({ value }) => `          <item displayName="$(string.${name}_${value})">
            <value>
              <string>${value}</string>
            </value>
          </item>`,
    )
    return `        <enum id="${name}" valueName="${name}" required="true">\n${items.join('\n')}\n        </enum>`
  }
  return `        <text id="${name}" valueName="${name}" required="true" maxLength="2000" />`
}

function adml(language: 'zh' | 'en'): string {
  const product = language === 'zh' ? '站匠' : 'Sitecraft'
  const string = (id: string, text: string): string => `      <string id="${id}">${escape(text)}</string>`
  const strings = POLICY_NAMES.flatMap((name) => {
    const policy = POLICIES[name]
    const { title, text } = policy[language]
    const choices = policy.choices ?? []
    return [
      string(name, title),
      string(`${name}_Text`, text),
      ...choices.map((choice) => string(`${name}_${choice.value}`, choice[language])),
    ]
  })
  const presentations = POLICY_NAMES.filter((name) => POLICIES[name].kind !== 'flag').map(
    (name) =>
      `      <presentation id="${name}">\n        ${presentationOf(name, POLICIES[name][language].title)}\n      </presentation>`,
  )
  return `${head('policyDefinitionResources')}
  <displayName>${product}</displayName>
  <description>${product}</description>
  <resources>
    <stringTable>
${string('Sitecraft', product)}
${string('SUPPORTED', language === 'zh' ? '站匠 0.1 或更新的版本' : 'Sitecraft 0.1 or later')}
${strings.join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`
}

function presentationOf(name: PolicyName, title: string): string {
  const { kind } = POLICIES[name]
  const label = escape(title)
  if (kind === 'list') return `<listBox refId="${name}">${label}</listBox>`
  if (kind === 'number')
    return `<decimalTextBox refId="${name}" defaultValue="${Number(POLICIES[name].example)}">${label}</decimalTextBox>`
  if (kind === 'choice') return `<dropdownList refId="${name}" noSort="true">${label}</dropdownList>`
  return `<textBox refId="${name}"><label>${label}</label></textBox>`
}

/** A profile for macOS with every setting, from which administrators delete the settings they do not need. */
function mobileconfig(): string {
  const values = POLICY_NAMES.map((name) => `      <key>${name}</key>\n      ${plistValue(POLICIES[name].example)}`)
  const common = (uuid: string, identifier: string): string => `<key>PayloadIdentifier</key>
      <string>${identifier}</string>
      <key>PayloadUUID</key>
      <string>${uuid}</string>
      <key>PayloadVersion</key>
      <integer>1</integer>
      <key>PayloadDisplayName</key>
      <string>站匠</string>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
      ${common(UUID[0] ?? '', 'cn.sitecraft.app.profile')}
      <key>PayloadType</key>
      <string>Configuration</string>
      <key>PayloadScope</key>
      <string>System</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      ${common(UUID[1] ?? '', 'cn.sitecraft.app.settings')}
      <key>PayloadType</key>
      <string>cn.sitecraft.app</string>
${values.join('\n')}
    </dict>
  </array>
</dict>
</plist>
`
}

function plistValue(value: string | number | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>'
  if (typeof value === 'number') return `<integer>${value}</integer>`
  if (typeof value === 'string') return `<string>${escape(value)}</string>`
  return `<array>${value.map((each) => `<string>${escape(each)}</string>`).join('')}</array>`
}
