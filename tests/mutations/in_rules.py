"""Faults in the rules: the kernel and the games."""

from tests.mutations.mutation import Mutation, tests_in

IN_RULES = (
    Mutation(
        "kernel: a refused batch keeps its first answers",
        "rules/tilth_rules/kernel/table.py",
        ("            self._copy_from(before)\n            raise"),
        "            raise",
        tests_in(
            "tests/kernel/test_table.py",
            "test_a_batch_is_all_or_none",
        ),
    ),
    Mutation(
        "kernel: a batch is read past a reveal",
        "rules/tilth_rules/kernel/table.py",
        "                if record.blocks_undo(seat):\n",
        "                if record.draws:\n",
        tests_in(
            "tests/kernel/test_conforms.py",
            "test_bazaar_conforms",
        ),
    ),
    Mutation(
        "kernel: a decision that was answered is answered again",
        "rules/tilth_rules/kernel/table.py",
        "if number and number != count:",
        "if number and number > count:",
        tests_in(
            "tests/kernel/test_table.py",
            "test_a_decision_that_is_asked_again_after_an_undo_has_a_new_number",
        ),
    ),
    Mutation(
        "kernel: a world is dealt in which a question has no answer",
        "rules/tilth_rules/kernel/worlds.py",
        "        if all(map(can_be_answered, _questions_to_others(table, viewer, state))):\n",
        "        if state is not None:\n",
        tests_in(
            "tests/petrichor/test_worlds.py",
            "test_a_seat_that_is_asked_for_a_payment_can_pay_in_every_world",
        ),
    ),
    Mutation(
        "kernel: a world read from bytes has its chance from the beginning",
        "rules/tilth_rules/kernel/world_bytes.py",
        "    world.drawn = {(purpose, place): count for purpose, place, count in read.drawn}\n",
        "",
        tests_in(
            "tests/kernel/test_world_bytes.py",
            "test_chance_resumes_after_the_last_draw",
        ),
    ),
    Mutation(
        "kernel: an answer pick by pick may end too early",
        "rules/tilth_rules/kernel/partial_answer.py",
        "            mask[DONE] = len(given) >= decision.min_picks\n",
        "            mask[DONE] = 1\n",
        tests_in(
            "tests/kernel/test_partial_answer.py",
            "test_picks_lead_to_all_legal_answers_and_no_others",
        ),
    ),
    Mutation(
        "kernel: lanes draw from one count",
        "rules/tilth_rules/kernel/control.py",
        "        place = self._here.key + 1\n",
        "        place = 0\n",
        tests_in(
            "tests/kernel/test_table.py",
            "test_open_lanes_wait_for_all_and_chance_is_keyed_by_the_lane",
        ),
    ),
    Mutation(
        "kernel: the last place is never shuffled to itself",
        "rules/tilth_rules/kernel/chance.py",
        "other = self.below(last + 1)",
        "other = self.below(last)",
        tests_in(
            "tests/kernel/test_chance.py",
            "test_a_shuffle_is_fisher_yates_from_the_last_place_down",
            "test_every_order_of_a_shuffle_is_equally_likely",
        ),
    ),
    Mutation(
        "kernel: long draws repeat their second block",
        "rules/tilth_rules/kernel/chance.py",
        "                self._block += 1\n",
        "                self._block = 1\n",
        tests_in(
            "tests/kernel/test_chance.py",
            "test_a_draw_reads_the_documented_words",
            "test_a_word_above_the_last_whole_multiple_is_passed_over",
        ),
    ),
    Mutation(
        "kernel: events of a sealed lane are not veiled",
        "rules/tilth_rules/kernel/control.py",
        "            if self._here.sealed:\n",
        "            if self._here.sealed and len(self._here.seats) > 1:\n",
        tests_in(
            "tests/kernel/test_table.py",
            "test_sealed_lanes_show_their_events_to_their_own_seat_only_until_the_join",
        ),
    ),
    Mutation(
        "kernel: a clone shares the counts of decisions",
        "rules/tilth_rules/kernel/control.py",
        "twin.counts = list(self.counts)",
        "twin.counts = self.counts",
        tests_in(
            "tests/kernel/test_table.py",
            "test_a_batch_is_all_or_none",
        ),
    ),
    Mutation(
        "kernel: one pick too many is accepted",
        "rules/tilth_rules/kernel/decisions.py",
        "if picked > decision.max_picks:",
        "if picked > decision.max_picks + 1:",
        tests_in(
            "tests/kernel/test_conforms.py",
            "test_bazaar_conforms",
        ),
    ),
    Mutation(
        "kernel: an undo forgets the decisions it closed",
        "rules/tilth_rules/kernel/table.py",
        "            closed_seats=tuple(others),\n",
        "            closed=(),\n",
        tests_in(
            "tests/kernel/test_table.py",
            "test_a_decision_that_is_asked_again_after_an_undo_has_a_new_number",
        ),
    ),
    Mutation(
        "kernel: a resumed table draws the same chance again",
        "rules/tilth_rules/kernel/table.py",
        "self.drawn[draw] = self.drawn.get(draw, 0) + 1",
        "self.drawn[draw] = 1",
        tests_in(
            "tests/kernel/test_conforms.py",
            "test_bazaar_conforms",
        ),
    ),
    Mutation(
        "petrichor: four cards are over the hand limit",
        "rules/tilth_rules/petrichor/rounds/turns.py",
        "state.held[seat] > HAND_LIMIT]",
        "state.held[seat] >= HAND_LIMIT]",
        tests_in(
            "tests/petrichor/test_passing.py",
            "test_a_player_with_five_or_more_cards_discards_down_to_four",
        ),
    ),
    Mutation(
        "petrichor: everybody sees the cards that are dealt",
        "rules/tilth_rules/petrichor/events/cards.py",
        "return self if viewer in (self.seat, EVERYTHING) else CardsDealt(self.seat, self.count, ())",
        "return self",
        tests_in(
            "tests/petrichor/test_setup.py",
            "test_others_see_only_how_many_cards_were_dealt",
        ),
    ),
    Mutation(
        "petrichor: the wind blows clockwise",
        "rules/tilth_rules/petrichor/rounds/weather.py",
        "in reversed(clockwise(state.seats, state.first))",
        "in clockwise(state.seats, state.first)",
        tests_in(
            "tests/petrichor/test_weather.py",
            "test_wind_weather_goes_anticlockwise_from_the_last_player",
            "test_any_drop_on_a_tile_may_be_moved_to_an_adjacent_one",
        ),
    ),
    Mutation(
        "petrichor: with two players, too, the first to pass discards",
        "rules/tilth_rules/petrichor/rounds/turns.py",
        "if not first_to_pass or state.seats == 2:",
        "if not first_to_pass:",
        tests_in(
            "tests/petrichor/test_passing.py",
            "test_with_two_players_the_first_to_pass_keeps_hand_and_marker",
            "test_of_two_players_the_second_may_pass_as_well_and_both_keep_four_cards",
        ),
    ),
    Mutation(
        "petrichor: a die lowered to its harvest icon gives one point",
        "rules/tilth_rules/petrichor/rounds/turns.py",
        "2 if face == 1 else 1",
        "1",
        tests_in(
            "tests/petrichor/test_voting.py",
            "test_turning_a_die_to_its_harvest_icon_scores_two_points",
        ),
    ),
    Mutation(
        "sonora: the last round is left out",
        "rules/tilth_rules/sonora/rounds/match.py",
        "if self.round == state.options.rounds:",
        "if self.round + 1 == state.options.rounds:",
        tests_in(
            "tests/sonora/test_rounds.py",
            "test_the_match_has_as_many_rounds_as_were_agreed",
        ),
    ),
    Mutation(
        "sonora: the first player stays the same",
        "rules/tilth_rules/sonora/rounds/match.py",
        "BoardTurned((state.first + 1) % state.seats)",
        "BoardTurned(state.first)",
        tests_in(
            "tests/sonora/test_rounds.py",
            "test_after_a_round_the_board_turns_and_the_token_goes_to_the_next_seat",
        ),
    ),
    Mutation(
        "sonora: a disc may be swapped without a swap",
        "rules/tilth_rules/sonora/rounds/marking.py",
        "            table.emit(BonusUsed(self.seat, SWAP, kept=False))\n",
        "",
        tests_in(
            "tests/sonora/test_marking.py",
            "test_a_swap_lets_two_of_ones_discs_change_places",
            "test_several_swaps_may_be_used_and_none_has_to_be",
        ),
    ),
    Mutation(
        "sonora: without pushing, the far edge does not matter",
        "rules/tilth_rules/sonora/rounds/flick_phase.py",
        "state.options.no_pushing and not self.touched_far_edge:",
        "state.options.no_pushing:",
        tests_in(
            "tests/sonora/test_variants.py",
            "test_without_pushing_the_zone_at_ones_corner_is_reached_by_the_far_edge_only",
        ),
    ),
    Mutation(
        "sonora: nothing breaks a tie of equal points",
        "rules/tilth_rules/sonora/scoring.py",
        "found = [(sum(count), sheet.discoveries)",
        "found = [(sum(count), 0)",
        tests_in(
            "tests/sonora/test_scoring.py",
            "test_among_equals_more_discoveries_win",
        ),
    ),
    Mutation(
        "earth: the active seat waters five sprouts",
        "rules/tilth_rules/earth/rounds/turns.py",
        "WATER: ((SPROUT, 6), (SOIL, 2)),",
        "WATER: ((SPROUT, 5), (SOIL, 2)),",
        tests_in(
            "tests/earth/test_activating.py",
            "test_growth_stops_at_a_cards_limit_and_sprouts_at_its_spaces",
        ),
    ),
    Mutation(
        "earth: two seats have the points for a full field",
        "rules/tilth_rules/earth/rounds/turns.py",
        ("                table.emit(FieldFilled(seat, FILLED_POINTS))\n                return\n"),
        "                table.emit(FieldFilled(seat, FILLED_POINTS))\n",
        tests_in(
            "tests/earth/test_rounds.py",
            "test_the_active_seat_comes_first_if_several_fill_their_fields_in_one_turn",
        ),
    ),
    Mutation(
        "earth: a canopy counts one piece too early",
        "rules/tilth_rules/earth/scoring.py",
        "return canopies[face] if growth and growth == limits[face] else growth",
        "return canopies[face] if growth and growth + 1 >= limits[face] else growth",
        (
            *tests_in(
                "tests/earth/test_examples.py",
                "test_the_blue_players_lines_come_out_as_far_as_they_can_be_read",
            ),
            *tests_in(
                "tests/earth/test_rounds.py",
                "test_a_canopy_counts_instead_of_its_pieces",
            ),
        ),
    ),
    Mutation(
        "earth: mates do not share their points",
        "rules/tilth_rules/earth/scoring.py",
        "scores = tuple(sum(scores[mate] for mate in mates(seat)) for seat in seats)",
        "scores = tuple(scores)",
        tests_in(
            "tests/earth/test_teams.py",
            "test_mates_add_up_their_points_and_their_tie_breaks",
        ),
    ),
    Mutation(
        "earth: Gaia wins a tie lost",
        "rules/tilth_rules/earth/scoring.py",
        "return place_alone(won=scores[0] > scores[1])",
        "return place_alone(won=scores[0] >= scores[1])",
        tests_in(
            "tests/earth/test_gaia.py",
            "test_you_win_with_more_points_than_she_has",
        ),
    ),
    Mutation(
        "earth: the score sheet of a mate leaves the other mate's points out",
        "rules/tilth_rules/earth/scoring.py",
        "tuple(map(sum, zip(*(pads[mate] for mate in mates(seat)), strict=True)))",
        "tuple(map(sum, zip(*(pads[mate] for mate in (seat,)), strict=True)))",
        tests_in(
            "tests/server/archive/test_score_breakdown.py",
            "test_the_rows_of_every_game_add_up_to_the_recorded_scores",
        ),
    ),
    Mutation(
        "agricola: a point above the target of a series is a food",
        "rules/tilth_rules/agricola/series.py",
        "PER_FOOD: Final = 2",
        "PER_FOOD: Final = 1",
        tests_in(
            "tests/agricola/test_series.py",
            "test_the_only_occupation_stays_and_two_points_above_the_target_are_a_food",
        ),
    ),
    Mutation(
        "agricola: a newborn eats as an adult does",
        "rules/tilth_rules/agricola/rounds/harvest.py",
        "needed = adults * (3 if len(state.seats) == 1 else 2) + newborns",
        "needed = (adults + newborns) * (3 if len(state.seats) == 1 else 2)",
        tests_in(
            "tests/agricola/test_harvest.py",
            "test_an_adult_eats_two_and_a_newborn_one",
            "test_alone_an_adult_eats_three",
        ),
    ),
    Mutation(
        "agricola: who pays in part begs for all",
        "rules/tilth_rules/agricola/rounds/harvest.py",
        "table.emit(BeggingCardsTaken(self.seat, needed - paid))",
        "table.emit(BeggingCardsTaken(self.seat, needed))",
        tests_in(
            "tests/agricola/test_harvest.py",
            "test_for_each_food_that_is_missing_there_is_a_begging_card",
            "test_one_may_beg_though_there_is_grain",
        ),
    ),
    Mutation(
        "agricola: who sits a harvest out breeds all the same",
        "rules/tilth_rules/agricola/rounds/harvest.py",
        "table.then(*[Breed(seat) for seat in harvesters(table.state)], EndHarvest())",
        "table.then(*[Breed(seat) for seat in clockwise(len(table.state.seats), table.state.first)], EndHarvest())",
        tests_in(
            "tests/agricola/cards/test_functions_feeding.py",
            "test_i244_the_next_harvest_takes_place_without_the_owner",
        ),
    ),
    Mutation(
        "agricola: a begging card costs one point",
        "rules/tilth_rules/agricola/scoring.py",
        "PER_BEGGING: Final = -3",
        "PER_BEGGING: Final = -1",
        tests_in(
            "tests/agricola/test_scoring.py",
            "test_begging_cards_cost_three_points_each",
            "test_a_good_farm_is_added_up_line_by_line",
        ),
    ),
    Mutation(
        "agricola: everybody sees the cards that are dealt",
        "rules/tilth_rules/agricola/events/cards.py",
        "return self if viewer == self.seat else CardDealt(self.seat, self.occupation, None)",
        "return self",
        tests_in(
            "tests/agricola/test_hands.py",
            "test_a_drawn_card_is_seen_by_nobody_else",
        ),
    ),
    Mutation(
        "agricola: corrected figures change nothing",
        "rules/tilth_rules/agricola/cards/registry.py",
        "    if not values:\n        return PRINTED\n",
        "    if len(values) < 1 << 20:\n        return PRINTED\n",
        tests_in(
            "tests/agricola/content/test_corrections.py",
            "test_an_effect_has_the_corrected_figure",
        ),
    ),
    Mutation(
        "agricola: animals leave their own places on cards empty",
        "rules/tilth_rules/agricola/farm/arranging.py",
        "            _put_animals(standing[place], kind, left, holders[place].own[kind])\n",
        "            pass\n",
        tests_in(
            "tests/agricola/farm/test_herds.py",
            "test_an_arrangement_keeps_every_rule_and_every_animal",
        ),
    ),
)
