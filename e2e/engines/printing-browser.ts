/**
 * A browser of WebKitGTK for its driver, which prints a page into the file PRINT_TO when the page is given a certain title: neither the
 * driver nor `print()` of a driven page prints anything.
 */
import * as ffi from 'node:ffi';
import { pathToFileURL } from 'node:url';

const [library = '', TITLE] = process.argv.slice(2);
const pointers = (count: number) => Array.from({ length: count }, () => 'pointer' as const);
const to = { arguments: pointers(1), return: 'pointer' } as const;
const { lib, functions: webkit } = ffi.dlopen(library, {
  gtk_init_check: { arguments: pointers(2), return: 'int32' },
  gtk_main: {},
  gtk_window_new: { arguments: ['int32'], return: 'pointer' },
  gtk_window_set_default_size: { arguments: ['pointer', 'int32', 'int32'] },
  gtk_container_add: { arguments: pointers(2) },
  gtk_widget_show_all: { arguments: pointers(1) },
  gtk_print_settings_new: { return: 'pointer' },
  gtk_print_settings_set: { arguments: ['pointer', 'string', 'string'] },
  gtk_page_setup_new: { return: 'pointer' },
  gtk_paper_size_new: { arguments: ['string'], return: 'pointer' },
  gtk_page_setup_set_paper_size_and_default_margins: { arguments: pointers(2) },
  g_object_new: { arguments: ['uint64', 'string', 'pointer', 'string', 'int32', 'pointer'], return: 'pointer' },
  g_signal_connect_data: {
    arguments: ['pointer', 'string', 'pointer', 'pointer', 'pointer', 'int32'],
    return: 'uint64',
  },
  webkit_web_view_get_type: { return: 'uint64' },
  webkit_web_context_new_ephemeral: { return: 'pointer' },
  webkit_web_context_set_automation_allowed: { arguments: ['pointer', 'int32'] },
  webkit_web_view_get_title: { arguments: pointers(1), return: 'pointer' },
  webkit_print_operation_new: { arguments: pointers(1), return: 'pointer' },
  webkit_print_operation_set_print_settings: { arguments: pointers(2) },
  webkit_print_operation_set_page_setup: { arguments: pointers(2) },
  webkit_print_operation_print: { arguments: pointers(1) },
});
type Pointer = Parameters<typeof webkit.g_signal_connect_data>[0];
const on = (what: Pointer, signal: string, pointer: bigint) =>
  webkit.g_signal_connect_data(what, signal, pointer, 0n, 0n, 0);

const print = lib.registerCallback({ arguments: ['pointer', 'pointer', 'pointer'] }, (view) => {
  if (ffi.toString(webkit.webkit_web_view_get_title(view)) !== TITLE) return;
  const operation = webkit.webkit_print_operation_new(view);
  const settings = webkit.gtk_print_settings_new();
  webkit.gtk_print_settings_set(settings, 'printer', 'Print to File');
  webkit.gtk_print_settings_set(settings, 'output-file-format', 'pdf');
  webkit.gtk_print_settings_set(settings, 'output-uri', pathToFileURL(process.env.PRINT_TO ?? '').href);
  const setup = webkit.gtk_page_setup_new();
  webkit.gtk_page_setup_set_paper_size_and_default_margins(setup, webkit.gtk_paper_size_new('iso_a4'));
  webkit.webkit_print_operation_set_print_settings(operation, settings);
  webkit.webkit_print_operation_set_page_setup(operation, setup);
  webkit.webkit_print_operation_print(operation);
});

webkit.gtk_init_check(0n, 0n);
const context = webkit.webkit_web_context_new_ephemeral();
const openView = lib.registerCallback(to, () => {
  const type = webkit.webkit_web_view_get_type();
  const view = webkit.g_object_new(type, 'web-context', context, 'is-controlled-by-automation', 1, 0n);
  on(view, 'notify::title', print);
  const window = webkit.gtk_window_new(0);
  webkit.gtk_window_set_default_size(window, 1280, 800);
  webkit.gtk_container_add(window, view);
  webkit.gtk_widget_show_all(window);
  return view;
});
on(
  context,
  'automation-started',
  lib.registerCallback(
    { arguments: ['pointer', 'pointer'] },
    (_context, session) => void on(session, 'create-web-view', openView),
  ),
);
webkit.webkit_web_context_set_automation_allowed(context, 1);
webkit.gtk_main();
