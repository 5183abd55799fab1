"""The 95 bad inputs of security 10, and where each is tried: no row without a test, and no test that is not there.

The mails of 10.1 stand in bad_mails.py, each under the number of its row.
"""

import ast
from pathlib import Path

from tests.mail import bad_mails

WHERE: dict[str, tuple[int, ...]] = {
    "intake/test_mail_cards::test_row_23_plain_and_html_that_differ_are_told": (23,),
    "mail/test_sources::test_an_mbox_is_split_where_its_mails_begin": (35,),
    "intake/test_mail_cards::test_row_40_of_500_mails_of_a_player_the_newest_counts_and_one_notice_goes_out": (40,),
    "intake/test_which_card::test_row_41_a_card_that_comes_while_a_turn_is_resolved_waits_whole": (41,),
    "intake/test_which_card::test_row_42_a_wrong_code_is_refused_and_the_earlier_card_stays": (42,),
    "intake/test_which_card::test_row_43_a_typo_is_told_with_its_place": (43,),
    "intake/test_which_card::test_row_44_last_turns_card_is_told_that_its_turn_is_over": (44,),
    "intake/test_which_card::test_row_45_a_card_for_a_later_turn_is_kept_and_said_so": (45,),
    "intake/test_which_card::test_row_46_the_card_of_another_game_is_told_what_its_heading_says": (46,),
    "intake/test_which_card::test_row_47_the_same_card_twice_has_the_same_receipt": (47,),
    "intake/test_which_card::test_row_48_and_49_the_higher_revision_stands_and_both_of_one_are_named": (48, 49),
    "intake/test_which_card::test_row_50_an_odd_revision_is_passed_over_and_told": (50,),
    "intake/test_mail_cards::test_row_51_the_time_at_our_post_decides_to_the_second": (51,),
    "intake/test_which_card::test_row_52_a_card_without_a_readable_line_leaves_the_earlier_one": (52,),
    "intake/test_which_card::test_row_53_the_last_whole_block_counts_and_one_without_an_end_is_refused": (53,),
    "intake/test_which_card::test_row_54_an_old_card_below_an_answer_is_not_read": (54,),
    "intake/test_which_card::test_row_55_an_order_in_a_signature_is_not_read": (55,),
    "intake/test_mail_cards::test_row_56_who_writes_without_a_heading_is_told_if_we_know_him": (56,),
    "intake/test_which_card::test_row_57_a_player_who_is_not_in_the_game_gets_no_answer": (57,),
    "intake/test_which_card::test_row_58_a_hundred_thousand_lines_and_a_line_of_a_megabyte_are_refused": (58,),
    "rules/battle_plan/test_bad_orders::test_the_odd_order_is_named_and_its_neighbour_taken": tuple(range(59, 73)),
    "site/test_prose::test_no_payload_becomes_markup": (73, 74, 75, 77),
    "site/test_prose::test_template_signs_stay_as_they_are": (76,),
    "store/test_names::test_row_78_long_names_and_invisible_signs_are_refused": (78,),
    "store/test_names::test_row_79_names_that_look_alike_are_refused": (79,),
    "site/test_pages::test_anonymous_press_names_nobody": (80,),
    "site/test_prose::test_press_is_kept_within_its_limits": (81,),
    "site/test_prose::test_press_that_looks_like_mail_stays_text": (82,),
    "cli/test_cli::test_a_name_cannot_command_the_terminal": (83,),
    "site/test_data::test_no_text_is_a_formula": (84,),
    "store/test_faults::test_a_break_at_any_operation_leaves_the_turn_before_or_after": (85,),
    "store/test_faults::test_what_cannot_be_written_or_read_is_named": (86,),
    "store/test_store::test_the_second_writer_is_told_who_holds_the_lock": (87,),
    "store/test_fsck::test_a_torn_last_line_is_kept_aside": (88,),
    "cli/test_cli::test_publish_gives_the_same_bytes_everywhere": (89,),
    "handover/test_kit::test_a_kit_made_by_hand_is_refused_where_it_does_not_fit": (90,),
    "store/test_own_variants::test_all_faults_are_told_with_file_and_key": (91,),
    "seal/test_seal::test_any_flipped_bit_is_noticed": (92,),
    "seal/test_seal::test_a_phrase_opens_however_it_is_typed": (93,),
    "browser/test_seal_browser::test_by_plain_http_it_says_what_to_do": (94,),
    "deploy/test_what_goes_out::test_a_stray_file_is_named_and_nothing_is_uploaded": (95,),
}


def test_every_row_is_tried_by_a_test_that_is_there() -> None:
    here = Path(__file__).parents[1]
    for name in WHERE:
        module, _, function = name.partition("::")
        tree = ast.parse((here / f"{module}.py").read_text("utf-8"))
        assert function in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, name
    rows = {row for rows in WHERE.values() for row in rows}
    rows |= {int(name.partition("-")[0]) for name in bad_mails.all_of_them() if name[0].isdigit()}
    assert sorted(rows) == list(range(1, 96))
