// « Neige et sapin »: ice page, white cards, spruce for actions; amber, the plough's beacon, marks here, now,
// attention. The colours of both schemes that aren't Mantine's are in theme.css.
import {
  type ActionBar,
  type ActionIcon,
  type Alert,
  type Button,
  type Checkbox,
  type CloseButton,
  type CSSVariablesResolver,
  createTheme,
  type Drawer,
  type Input,
  type InputClearButton,
  type MantineColorsTuple,
  type MantineThemeComponent,
  type MantineThemeOverride,
  type Menu,
  type Modal,
  type MultiSelect,
  mergeThemeOverrides,
  type Notification,
  type NumberInput,
  type Pagination,
  type Paper,
  type PasswordInput,
  type Pill,
  type PinInput,
  type Popover,
  type Radio,
  type Scroller,
  type Select,
  type Switch,
  type Tabs,
  type Tooltip,
} from '@mantine/core'
import type { DatePicker, DatePickerInput } from '@mantine/dates'
import { border, errorInk, quietInk } from './inks.ts'

export { amberInk, errorInk, mutedInk, spruceInk } from './inks.ts'

const ice = '#F2F5F4'
const ink = '#16282B'

const spruce: MantineColorsTuple = [
  '#EDF5F3',
  '#D9E8E5',
  '#B0D0CA',
  '#83B7AE',
  '#5FA297',
  '#479588',
  '#398E80',
  '#28796D',
  '#17504A',
  '#0E3733',
]
const amber: MantineColorsTuple = [
  '#FFF6E5',
  '#FDE9C6',
  '#FAD594',
  '#F7C060',
  '#F4AE36',
  '#F0A31F',
  '#E8960C',
  '#C27A05',
  '#8A5200',
  '#5E3700',
]
const gray: MantineColorsTuple = [
  '#F7FAF9',
  '#EEF3F2',
  '#E6ECEB',
  '#DBE4E2',
  '#C9D5D4',
  '#A9B8B7',
  '#7F9291',
  '#53686B',
  '#34494C',
  '#1F3235',
]
// Mantine's red doesn't have enough contrast on the ice background for WCAG AA.
const red: MantineColorsTuple = [
  '#FDF0EE',
  '#F9DDD9',
  '#F0B8B1',
  '#E79086',
  '#DE6C60',
  '#D95547',
  '#C9463A',
  '#B3372B',
  '#98291F',
  '#7C1C14',
]
/** Mantine's dark scheme: text, then quieter text, borders, cards and the page, as in theme.css. */
const dark: MantineColorsTuple = [
  '#E3ECEA',
  '#C6D4D2',
  '#A3B6B6',
  '#8DA1A2',
  '#3D5255',
  '#223335',
  '#182527',
  '#0F1A1B',
  '#0B1415',
  '#070D0E',
]

const close = { 'aria-label': 'Fermer' }
const clear = { 'aria-label': 'Effacer' }
const remove = { 'aria-label': 'Retirer' }
const calendar = {
  ariaLabels: {
    nextMonth: 'Mois suivant',
    previousMonth: 'Mois précédent',
    nextYear: 'Année suivante',
    previousYear: 'Année précédente',
    nextDecade: 'Décennie suivante',
    previousDecade: 'Décennie précédente',
  },
}
const pages = { first: 'Première page', previous: 'Page précédente', next: 'Page suivante', last: 'Dernière page' }

/**
 * Typed like `Button.extend`, but without importing the component: a theme that imports components adds all of them
 * to every page.
 */
const themed = <C extends { extend: (given: never) => MantineThemeComponent }>(of: Parameters<C['extend']>[0]): MantineThemeComponent => of

export const theme = createTheme({
  primaryColor: 'spruce',
  primaryShade: { light: 8, dark: 7 },
  colors: { spruce, amber, red, gray, dark },
  black: ink,
  fontFamily: '"Figtree Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Menlo, monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.1875rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 10,
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: {
    md: '0 1px 2px rgb(22 40 43 / 6%), 0 8px 24px -6px rgb(22 40 43 / 16%)',
    xl: '0 2px 4px rgb(22 40 43 / 6%), 0 24px 60px -12px rgb(22 40 43 / 28%)',
  },
  components: {
    // Mantine has no locale files: every English default is translated here, once.
    ActionBar: themed<typeof ActionBar>({ defaultProps: { 'aria-label': 'Actions' } }),
    ActionIcon: themed<typeof ActionIcon>({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Alert: themed<typeof Alert>({ defaultProps: { radius: 10, closeButtonLabel: 'Fermer' } }),
    Checkbox: themed<typeof Checkbox>({ defaultProps: { radius: 5 } }),
    CloseButton: themed<typeof CloseButton>({ defaultProps: close }),
    DatePicker: themed<typeof DatePicker>({ defaultProps: calendar }),
    DatePickerInput: themed<typeof DatePickerInput>({ defaultProps: { ...calendar, clearButtonProps: clear } }),
    Drawer: themed<typeof Drawer>({ defaultProps: { closeButtonProps: close, attributes: { header: { role: 'presentation' } } } }),
    // Hints below the field, so that the fields of a row line up.
    InputWrapper: themed<typeof Input.Wrapper>({ defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } }),
    InputClearButton: themed<typeof InputClearButton>({ defaultProps: clear }),
    // Rendered beside its button, so that it is in the same landmark. It contains only menu items.
    Menu: themed<typeof Menu>({
      defaultProps: { shadow: 'md', withinPortal: false, floatingStrategy: 'fixed', withInitialFocusPlaceholder: false },
    }),
    // Its <header> must not count as a second banner of the page.
    Modal: themed<typeof Modal>({
      defaultProps: { closeButtonProps: close, centered: true, radius: 14, attributes: { header: { role: 'presentation' } } },
    }),
    MultiSelect: themed<typeof MultiSelect>({ defaultProps: { nothingFoundMessage: 'Aucun résultat', clearButtonProps: clear } }),
    Notification: themed<typeof Notification>({ defaultProps: { closeButtonProps: close, withBorder: true } }),
    NumberInput: themed<typeof NumberInput>({ defaultProps: { decimalSeparator: ',', thousandSeparator: '\u00a0', hideControls: true } }),
    Pagination: themed<typeof Pagination>({
      defaultProps: {
        getControlProps: (control) => ({ 'aria-label': pages[control] }),
        getItemProps: (page) => ({ 'aria-label': `Page ${page}` }),
      },
    }),
    Paper: themed<typeof Paper>({ defaultProps: { radius: 12, bg: 'var(--bordee-card)' } }),
    PasswordInput: themed<typeof PasswordInput>({
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Afficher ou masquer le mot de passe' },
      },
    }),
    Pill: themed<typeof Pill>({ defaultProps: { removeButtonProps: remove } }),
    PinInput: themed<typeof PinInput>({ defaultProps: { 'aria-label': 'Code' } }),
    Popover: themed<typeof Popover>({ defaultProps: { shadow: 'md', radius: 12 } }),
    Scroller: themed<typeof Scroller>({
      defaultProps: { startControlProps: { 'aria-label': 'Défiler à gauche' }, endControlProps: { 'aria-label': 'Défiler à droite' } },
    }),
    Select: themed<typeof Select>({ defaultProps: { nothingFoundMessage: 'Aucun résultat', clearButtonProps: clear } }),
    Tabs: themed<typeof Tabs>({ defaultProps: { keepMounted: false } }),
    Tooltip: themed<typeof Tooltip>({ defaultProps: { openDelay: 350, radius: 8 } }),
  },
})

/** Portal and public pages: one size larger, for thumbs and because iOS zooms on focus below 16 px. */
export const largeTheme: MantineThemeOverride = mergeThemeOverrides(
  theme,
  createTheme({
    components: {
      Button: themed<typeof Button>({
        defaultProps: { size: 'lg' },
        vars: (_theme, { size }) => ({
          root: { '--button-height': size?.toString().startsWith('compact') ? '2.5rem' : '3.25rem', '--button-fz': '1.0625rem' },
        }),
      }),
      Input: themed<typeof Input>({
        vars: () => ({ wrapper: { '--input-height': '3.25rem', '--input-fz': '1.0625rem', '--input-padding': '1rem' } }),
      }),
      Checkbox: themed<typeof Checkbox>({ defaultProps: { size: 'md' } }),
      Radio: themed<typeof Radio>({ defaultProps: { size: 'md' } }),
      Switch: themed<typeof Switch>({ defaultProps: { size: 'md' } }),
    },
  }),
)

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': ice,
    '--mantine-color-default-border': border,
    '--mantine-color-dimmed': quietInk,
    '--mantine-color-error': errorInk,
    '--mantine-color-placeholder': '#6B7F82',
  },
  dark: { '--mantine-color-error': 'var(--bordee-red)', '--mantine-color-anchor': 'var(--bordee-spruce)' },
})
