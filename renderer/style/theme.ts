import { createTheme, type MantineThemeOverride } from '@mantine/core'

/**
 * How the screens look. Targets are at least 44 px high and text at least 16 px: they are read standing up, at an
 * arm's length, in shop light. Shade 8 of a colour is the first that white text can be read on (WCAG 2.2, 1.4.3).
 */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 9, dark: 8 },
  colors: {
    teal: [
      '#e7f7f7',
      '#cfeaec',
      '#a0d4d8',
      '#6ebdc3',
      '#45a9b1',
      '#2b9da6',
      '#17858e',
      '#0e727b',
      '#0b5d66',
      '#07474f',
    ],
  },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Consolas, monospace",
  headings: { fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'md' } },
    // A browser must not offer what another person typed at this screen.
    TextInput: { defaultProps: { size: 'md', autoComplete: 'off' } },
    PasswordInput: { defaultProps: { size: 'md', autoComplete: 'off' } },
    NumberInput: { defaultProps: { size: 'md' } },
    // Enter or a touch on the chosen entry must not clear it.
    Select: { defaultProps: { size: 'md', autoComplete: 'off', allowDeselect: false } },
    Textarea: { defaultProps: { size: 'md' } },
    Autocomplete: { defaultProps: { size: 'md', autoComplete: 'off' } },
    Checkbox: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 44 } },
    CloseButton: { defaultProps: { size: 44 } },
    // Locking the scroll puts a style into the page, which the content security policy forbids.
    ModalRoot: { defaultProps: { lockScroll: false } },
    Drawer: { defaultProps: { lockScroll: false } },
  },
})
